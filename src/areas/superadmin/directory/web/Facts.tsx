import { useTranslation } from 'react-i18next';

import { formatDateTime, formatNumber } from '#web/format.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { DescriptionList } from '#web/ui/DescriptionList.tsx';
import { Status } from '#web/ui/Status.tsx';

import type { DirectoryState } from '../state.ts';

/** Which directory it is, what it can do, and when it was last looked through. */
export function Facts({ state }: { state: DirectoryState }) {
  const { t } = useTranslation('directory');
  const { kind, address, base, objects, seenAt, swept, features, away } = state;
  const isKnown = features !== null;
  return (
    <section className="card directory-facts">
      <header>
        <h2 className="section-title">{t('facts.title')}</h2>
        {kind === 'simulated' && <Badge tone="warning">{t('simulated')}</Badge>}
        <Status tone={away ? 'danger' : isKnown ? 'success' : 'info'}>
          {t(away ? 'connection.away' : isKnown ? 'connection.ok' : 'connection.first')}
        </Status>
      </header>
      <DescriptionList
        items={[
          {
            term: t('facts.address'),
            value: kind === 'simulated' ? t('facts.embedded') : address && <code>{address}</code>,
          },
          { term: t('facts.base'), value: base && <code>{base}</code> },
          {
            term: t('facts.objects'),
            value: t('facts.objectsText', {
              schools: formatNumber(objects.school),
              people: formatNumber(objects.user),
              groups: formatNumber(objects.group),
            }),
          },
          { term: t('facts.policy'), value: features && <Policy {...features} /> },
          { term: t('facts.seen'), value: seenAt && formatDateTime(seenAt) },
          { term: t('facts.swept'), value: swept ? <Swept {...swept} /> : t('sweep.never') },
        ]}
      />
      {features?.addressLists === false && (
        <Alert tone="warning" title={t('lacks.addressLists')}>
          <p>{t('lacks.addressListsText')}</p>
        </Alert>
      )}
    </section>
  );
}

type Features = NonNullable<DirectoryState['features']>;

function Policy({ lockAfter, lockMinutes, passwordLength }: Features) {
  const { t } = useTranslation('directory');
  const lock =
    lockAfter === null
      ? t('policy.never')
      : lockMinutes === null
        ? t('policy.forever', { count: lockAfter })
        : t('policy.lock', { count: lockAfter, minutes: lockMinutes });
  return (
    <>
      {lock}
      {passwordLength !== null && <> {t('policy.length', { count: passwordLength })}</>}
    </>
  );
}

type Sweep = NonNullable<DirectoryState['swept']>;

function Swept({ at, ms, objects, strangers }: Sweep) {
  const { t } = useTranslation('directory');
  const seconds = Math.max(1, Math.round(ms / 1_000));
  return (
    <>
      {t('sweep.text', {
        time: formatDateTime(at),
        objects: formatNumber(objects),
        seconds: formatNumber(seconds),
        count: objects,
      })}{' '}
      {strangers > 0 && t('sweep.strangers', { count: strangers, number: formatNumber(strangers) })}
    </>
  );
}
