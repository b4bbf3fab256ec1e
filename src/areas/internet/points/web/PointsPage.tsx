import './points.css';
import { PlusIcon, ShieldLockIcon } from '@navikt/aksel-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { InternetTabs } from '#areas/internet/locks/web/shared.tsx';
import { useRead } from '#web/api/hooks.ts';
import { ReadState } from '#web/card/ReadState.tsx';
import { useMay } from '#web/list/useMay.ts';
import { DeniedPage } from '#web/shell/DeniedPage.tsx';
import { Page } from '#web/shell/Page.tsx';
import { Button } from '#web/ui/Button.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { EmptyState } from '#web/ui/States.tsx';

import { type Point, points } from '../contract.ts';
import { HeldDialog } from './HeldDialog.tsx';
import { PointCard } from './PointCard.tsx';
import { PointDialog } from './PointDialog.tsx';
import { type Shown, SecretDialog } from './SecretDialog.tsx';

/** Points report every ten seconds. */
const EVERY_MS = 5_000;

/** Who carries internet locks out, whether they live, and what each of them holds (issue 4 "Enforcement"). */
export function PointsPage() {
  const { t } = useTranslation('points');
  const mayRead = useMay(points.list.permission);
  const mayManage = useMay(points.add.permission);
  const read = useRead(points.list, {}, { handleErrors: false, enabled: mayRead, everyMs: EVERY_MS });
  const { data } = read;
  const [edited, setEdited] = useState<Point | 'new'>();
  const [looked, setLooked] = useState<Point>();
  const [secret, setSecret] = useState<Shown>();
  const add = (
    <Button variant="primary" icon={<PlusIcon aria-hidden />} onPress={() => setEdited('new')}>
      {t('add')}
    </Button>
  );
  if (!mayRead) return <DeniedPage title={t('title')} />;
  const isEmpty = data?.Items.length === 0;
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      acts={
        <>
          <LinkButton to="/internet/addresses">{t('addresses')}</LinkButton>
          {mayManage && !isEmpty && add}
        </>
      }
    >
      <InternetTabs />
      {!data && <ReadState read={read} failed={t('failed')} />}
      {isEmpty && (
        <EmptyState
          title={t('empty.title')}
          icon={<ShieldLockIcon aria-hidden />}
          action={mayManage ? add : undefined}
        >
          {t(mayManage ? 'empty.text' : 'empty.ask')}
        </EmptyState>
      )}
      {data && !isEmpty && (
        <ul className="points">
          {data.Items.map((point) => (
            <li key={point.id}>
              <PointCard
                point={point}
                onEdit={() => setEdited(point)}
                onLook={() => setLooked(point)}
                onSecret={setSecret}
              />
            </li>
          ))}
        </ul>
      )}
      {edited && (
        <PointDialog
          point={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onSecret={setSecret}
        />
      )}
      {looked && <HeldDialog id={looked.id} name={looked.name} onClose={() => setLooked(undefined)} />}
      {secret && <SecretDialog shown={secret} onClose={() => setSecret(undefined)} />}
    </Page>
  );
}
