import './data-sources.css';
import { PlusIcon } from '@navikt/aksel-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useRead } from '#web/api/hooks.ts';
import { ReadState } from '#web/card/ReadState.tsx';
import { formatDate } from '#web/format.ts';
import { useMay } from '#web/list/useMay.ts';
import { DeniedPage } from '#web/shell/DeniedPage.tsx';
import { Page } from '#web/shell/Page.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { EmptyState } from '#web/ui/States.tsx';

import { type DataSource, dataSources } from '../contract.ts';
import { type KindFilter, matches, type OutcomeFilter } from './filters.ts';
import { SourceCard } from './SourceCard.tsx';
import { SourceFilters } from './SourceFilters.tsx';
import { SourceForm } from './SourceForm.tsx';

/** Where the files of the user import come from, when, and in which order (specification §2, "School data sources"). */
export function DataSourcesPage() {
  const { t } = useTranslation('data-sources');
  const mayManage = useMay('data-sources.manage');
  const read = useRead(dataSources.list, {}, { handleErrors: false, enabled: mayManage });
  const { data } = read;
  const [edited, setEdited] = useState<DataSource | 'new'>();
  const add = (
    <Button variant="primary" icon={<PlusIcon aria-hidden />} onPress={() => setEdited('new')}>
      {t('add')}
    </Button>
  );
  const [kind, setKind] = useState<KindFilter>('all');
  const [outcome, setOutcome] = useState<OutcomeFilter>('all');
  const shown = (data?.Items ?? []).filter((one) => matches(one, kind, outcome));
  const close = () => setEdited(undefined);
  if (!mayManage) return <DeniedPage title={t('title')} />;
  return (
    <Page
      title={t('title')}
      lead={data && t('lead', data.window)}
      acts={
        <>
          <LinkButton to="/tools/import">{t('imports')}</LinkButton>
          {data && data.Items.length > 0 && add}
        </>
      }
    >
      {!data && <ReadState read={read} failed={t('failed')} />}
      {data && !data.hasFolder && (
        <Alert tone="warning" title={t('noFolder')}>
          <p>{t('noFolderText')}</p>
        </Alert>
      )}
      {data?.night && <Night {...data.night} />}
      {data?.Items.length === 0 && (
        <EmptyState title={t('empty.title')} action={add}>
          {t('empty.text')}
        </EmptyState>
      )}
      {data && data.Items.length > 0 && (
        <SourceFilters kind={kind} outcome={outcome} onKind={setKind} onOutcome={setOutcome} />
      )}
      {data && data.Items.length > 0 && shown.length === 0 && <p>{t('noHits')}</p>}
      {data && data.Items.length > 0 && (
        <ul className="sources">
          {shown.map((source) => (
            <li key={source.id}>
              <SourceCard source={source} onEdit={() => setEdited(source)} />
            </li>
          ))}
        </ul>
      )}
      {edited && data && (
        <Dialog
          title={edited === 'new' ? t('addTitle') : t('editTitle', { name: edited.name })}
          isOpen
          width="wide"
          onClose={close}
        >
          <SourceForm
            source={edited === 'new' ? undefined : edited}
            places={data.Items.length}
            onDone={close}
          />
        </Dialog>
      )}
    </Page>
  );
}

type Night = NonNullable<(typeof dataSources.list)['output']['_output']['night']>;

/** What the portal itself did last night, before the files. Said when something went wrong. */
function Night({ day, steps }: Night) {
  const { t } = useTranslation('data-sources');
  const failed = steps.filter(({ failure }) => failure !== undefined);
  if (failed.length === 0) return <p className="meta">{t('night', { day: formatDate(day) })}</p>;
  return (
    <Alert tone="danger" title={t('nightFailed', { day: formatDate(day) })}>
      <p>{t('nightSteps', { steps: failed.map(({ name }) => name).join(', ') })}</p>
    </Alert>
  );
}
