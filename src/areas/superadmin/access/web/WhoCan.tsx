import './access.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { PersonLink } from '#areas/users/web/shared.tsx';
import { useRead } from '#web/api/hooks.ts';
import { referenceOf } from '#web/list/ListStates.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { Select } from '#web/ui/Select.tsx';
import { SkeletonLines } from '#web/ui/Skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/States.tsx';
import { useActName } from '#web/why/words.ts';

import { type Able, access } from '../contract.ts';
import { HeldAt } from './HeldAt.tsx';
import { listed } from './listed.ts';
import { Roles } from './Roles.tsx';

const ANY = 'any';

/** Who can do what with a person: the reverse of "why can I not?". */
export function WhoCan({ userName }: { userName: string }) {
  const { t } = useTranslation('access');
  const actName = useActName();
  const [act, setAct] = useState<string>(ANY);
  const read = useRead(access.whoCan, { userName }, { handleErrors: false });
  if (read.error) {
    return (
      <ErrorState
        title={t('whoCan.failed')}
        onRetry={() => void read.refetch()}
        isRetrying={read.isFetching}
        reference={referenceOf(read.error)}
      />
    );
  }
  if (!read.data) return <SkeletonLines lines={6} />;
  const { acts, Items, displayName, shielded } = read.data;
  const able = Items.filter((one) => act === ANY || one.acts.some((held) => held === act));
  return (
    <div className="access-able">
      {shielded && <Alert tone="warning">{t('whoCan.shielded')}</Alert>}
      <Select
        label={t('whoCan.act')}
        value={act}
        options={[
          { value: ANY, label: t('whoCan.any') },
          ...acts.map((one) => ({ value: one, label: sentence(actName(one)) })),
        ]}
        onChange={setAct}
      />
      <p className="meta" role="status">
        {act === ANY
          ? t('whoCan.countAny', { count: able.length, name: displayName })
          : t('whoCan.count', { count: able.length, act: actName(act) })}
      </p>
      {able.length === 0 ? (
        <EmptyState title={t('whoCan.nobody')}>{t('whoCan.nobodyHelp')}</EmptyState>
      ) : (
        <ul className="access-people" data-part>
          {able.map((one) => (
            <li key={`${one.userName} ${one.role} ${one.school?.code ?? ''}`} className="access-person">
              <Holder able={one} chosen={act} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function Holder({ able, chosen }: { able: Able; chosen: string }) {
  const { t } = useTranslation('access');
  const actName = useActName();
  const { userName, displayName, role, acts } = able;
  return (
    <>
      <strong>
        <PersonLink userName={userName}>{displayName}</PersonLink>
      </strong>
      <Roles roles={[role]} />
      <HeldAt {...able} />
      {chosen === ANY && (
        <p className="access-acts">{t('whoCan.can', { acts: listed(acts.map(actName)) })}</p>
      )}
    </>
  );
}
