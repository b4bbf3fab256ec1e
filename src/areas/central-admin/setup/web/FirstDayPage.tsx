import './setup.css';
import { useTranslation } from 'react-i18next';

import {
  AddressCard,
  type ConnectionsAnswer,
  connections,
  DirectoryCard,
  FederationCard,
  FilesCard,
  MailCard,
} from '#areas/central-admin/connections/web/shared.tsx';
import { useRead } from '#web/api/hooks.ts';
import { ReadState } from '#web/card/ReadState.tsx';
import { useMay } from '#web/list/useMay.ts';
import { DeniedPage } from '#web/shell/DeniedPage.tsx';
import { Page } from '#web/shell/Page.tsx';
import { Progress } from '#web/ui/Progress.tsx';

import { setup, type SetupStep } from '../contract.ts';
import { Rehearsals } from './Rehearsals.tsx';
import { Restart } from './Restart.tsx';
import { Step } from './Step.tsx';

/** Where a step is done that has a page of its own. */
const pages = {
  owner: '/superadmin/site',
  source: '/superadmin/data-sources',
  rehearsal: '/tools/import',
  superadmin: '/superadmin/superadmins',
} as const satisfies Partial<Record<SetupStep, string>>;

/** The guide through the first day: what is done, what comes next, and each connection with its test. */
export function FirstDayPage() {
  const { t } = useTranslation('setup');
  const mayManage = useMay('connections.manage');
  const asked = { handleErrors: false, enabled: mayManage };
  const read = useRead(setup.steps, {}, asked);
  const settings = useRead(connections.read, {}, asked);
  if (!mayManage) return <DeniedPage title={t('title')} />;
  const steps = read.data?.Items ?? [];
  const done = steps.filter(({ state }) => state === 'done').length;
  const next = steps.find(({ state }) => state === 'open')?.step;
  return (
    <Page title={t('title')} lead={t('lead')} layout="reading">
      {read.data && settings.data ? (
        <>
          <section className="card">
            <Progress label={t('progress')} done={done} total={steps.length} />
            {next === undefined && <p>{t('allDone')}</p>}
          </section>
          <ol className="first-day">
            {steps.map((row, index) => (
              <Step
                key={row.step}
                row={row}
                number={index + 1}
                isNext={row.step === next}
                page={pageOf(row.step)}
              >
                {cardOf(row.step, settings.data)}
                {row.step === 'address' && settings.data.address.waitsForRestart && <Restart />}
              </Step>
            ))}
          </ol>
          <section className="card">
            <h2 className="section-title">{t('after.title')}</h2>
            <ul>
              <li>{t('after.backup')}</li>
              <li>{t('after.service')}</li>
              <li>{t('after.night')}</li>
              <li>{t('after.roles')}</li>
            </ul>
          </section>
        </>
      ) : (
        <section className="card">
          <ReadState read={read.data ? settings : read} failed={t('failed')} />
        </section>
      )}
    </Page>
  );
}

const pageOf = (step: SetupStep): string | undefined =>
  Object.entries(pages).find(([name]) => name === step)?.[1];

function cardOf(step: SetupStep, read: ConnectionsAnswer) {
  if (step === 'address') return <AddressCard read={read} />;
  if (step === 'federation') return <FederationCard read={read} />;
  if (step === 'files') return <FilesCard read={read} />;
  if (step === 'rehearsal') return <Rehearsals />;
  if (step === 'mail') return <MailCard read={read} />;
  return step === 'directory' ? <DirectoryCard read={read} /> : undefined;
}
