import './school-access.css';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { useRead } from '#web/api/hooks.ts';
import { formatDate } from '#web/format.ts';
import { useMay } from '#web/list/useMay.ts';
import { loose } from '#web/loose.ts';
import { Alert } from '#web/ui/Alert.tsx';

import { type AccessWarning, accessWarnings } from '../contract.ts';
import { type Kind, kinds } from './kinds.ts';

const MOST = 3;

/** Entries somebody should look at, over the list they stand in. Nothing when all is as it should be. */
export function Warnings({ kind }: { kind: Kind }) {
  const { t } = useTranslation('school-access');
  const mayOrder = useMay('school-access.order');
  const { data } = useRead(kinds[kind].routes.warnings, {}, { enabled: mayOrder, handleErrors: false });
  const found = data?.Items ?? [];
  if (found.length === 0) return null;
  const others = found.length - MOST;
  return (
    <div className="access-warnings">
      <Alert tone="warning" title={t(`${kind}.warnings`, { count: found.length })}>
        <ul>
          {found.slice(0, MOST).map((warning) => (
            <li key={warning.id}>
              <Line kind={kind} warning={warning} />
            </li>
          ))}
        </ul>
        {others > 0 && (
          <Link to={kinds[kind].path} search={loose({ warning: accessWarnings.join(',') })}>
            {t('warnings.others', { count: others })}
          </Link>
        )}
      </Alert>
    </div>
  );
}

function Line({ kind, warning }: { kind: Kind; warning: AccessWarning }) {
  const { t } = useTranslation('school-access');
  const { id, displayName, end } = warning;
  return (
    <>
      <Link to={kinds[kind].path} search={loose({ open: String(id) })}>
        {displayName}
      </Link>{' '}
      {t(`${kind}.warning.${warning.warning}`, { day: formatDate(end) })}
    </>
  );
}
