import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { type DataSource, dataSources } from '#areas/superadmin/data-sources/contract.ts';
import { useRead, useWrite } from '#web/api/hooks.ts';
import { useAttempt } from '#web/form/useAttempt.tsx';
import { useMay } from '#web/list/useMay.ts';
import { Button } from '#web/ui/Button.tsx';

/** Rehearses the newest file of a data source and goes to its plan. Nothing is changed by it. */
export function Rehearsals() {
  const { t } = useTranslation('setup');
  const mayRehearse = useMay('data-sources.manage');
  const read = useRead(dataSources.list, {}, { handleErrors: false, enabled: mayRehearse });
  const sources = read.data?.Items ?? [];
  if (!mayRehearse) return <p className="meta">{t('rehearse.notYours')}</p>;
  if (read.data && sources.length === 0) return <p className="meta">{t('rehearse.noSource')}</p>;
  return sources.map((source) => <Rehearse key={source.id} source={source} />);
}

function Rehearse({ source: { id, name } }: { source: DataSource }) {
  const { t } = useTranslation('setup');
  const navigate = useNavigate();
  const run = useWrite(dataSources.run, { handleErrors: false, touches: ['import', 'setup'] });
  const { attempt, refused } = useAttempt();
  const start = () =>
    void attempt(async () => {
      const { runId } = await run.mutateAsync({ id, dryRun: true });
      await navigate({ to: '/tools/import/$id', params: { id: String(runId) } });
    });
  return (
    <>
      {refused}
      <div className="first-day-acts">
        <Button isPending={run.isPending} onPress={start}>
          {t('rehearse.act', { name })}
        </Button>
      </div>
    </>
  );
}
