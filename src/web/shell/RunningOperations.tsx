import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { type RunningOperation, useRunningOperations } from '../operations.ts';
import { Button } from '../ui/Button.tsx';
import { Popover } from '../ui/Popover.tsx';
import { Progress } from '../ui/Progress.tsx';

/** What runs now, with how far it has come; nothing when nothing runs. */
export function RunningOperations() {
  const { t } = useTranslation();
  const running = useRunningOperations();
  if (running.length === 0) return null;
  return (
    <Popover
      label={t('operations.title')}
      placement="bottom end"
      trigger={
        <Button variant="quiet" icon={<Ring share={share(running)} />}>
          <span className="topbar-words">{t('operations.count', { count: running.length })}</span>
        </Button>
      }
    >
      {(close) => (
        <div className="topbar-panel">
          <h2 className="section-title">{t('operations.title')}</h2>
          <ul className="topbar-list">
            {running.map(({ id, title, done, total, to }) => (
              <li key={id}>
                <Progress label={title} done={done} total={total} />
                <Link to={to} className="meta" onClick={close}>
                  {t('operations.log')}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Popover>
  );
}

function share(running: readonly RunningOperation[]): number {
  const known = running.filter(({ total }) => total !== undefined && total > 0);
  const total = known.reduce((sum, operation) => sum + (operation.total ?? 0), 0);
  return total === 0 ? 0.08 : known.reduce((sum, { done }) => sum + done, 0) / total;
}

function Ring({ share: part }: { share: number }) {
  const length = 2 * Math.PI * 6.5;
  return (
    <svg className="topbar-ring" viewBox="0 0 16 16" aria-hidden>
      <circle cx="8" cy="8" r="6.5" />
      <circle cx="8" cy="8" r="6.5" strokeDasharray={`${length * part} ${length}`} />
    </svg>
  );
}
