import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { settings } from '#areas/settings/contract.ts';
import { type ImportRunRow, imports, type runStatuses } from '#areas/tools/import/contract.ts';
import { useRead } from '#web/api/hooks.ts';
import { formatDateTime, formatNumber, formatTime } from '#web/format.ts';
import { Status, type StatusTone } from '#web/ui/Status.tsx';

import { placeOf, shareOfDay, type Window } from './import-window.ts';
import { Widget } from './Widget.tsx';

const tones: Record<(typeof runStatuses)[number], StatusTone> = {
  running: 'info',
  completed: 'success',
  failed: 'danger',
  interrupted: 'warning',
};

type Run = Pick<ImportRunRow, 'status' | 'undone' | 'created' | 'changed' | 'left' | 'rejected'> & {
  started: string;
};

interface ImportStateProps {
  now: Date | string;
  /** Undefined until it is known: nothing is promised before. */
  hasSource: boolean | undefined;
}

/** How the last import went, and when the next one is due, where there is something to import from. */
export function ImportState({ now, hasSource }: ImportStateProps) {
  const { t } = useTranslation('home');
  const read = useRead(imports.runs, { pageSize: 1, dryRun: false }, { handleErrors: false });
  const site = useRead(settings.site, {}, { handleErrors: false });
  return (
    <Widget title={t('import.title')} read={read}>
      {({ Items: [last] }) => (
        <>
          {last ? <Last run={last} /> : <p className="meta">{t('import.none')}</p>}
          {hasSource === false && <p className="meta">{t('import.noSource')}</p>}
          {site.data && hasSource && <Next window={site.data.importWindow} time={formatTime(now)} />}
          <Link to="/tools/import" className="home-more">
            {t('import.all')}
          </Link>
        </>
      )}
    </Widget>
  );
}

function Last({ run }: { run: Run }) {
  const { t } = useTranslation('home');
  const { status, undone, started, created, changed, left, rejected } = run;
  const counts = [
    { label: t('import.created'), count: created },
    { label: t('import.changed'), count: changed },
    { label: t('import.left'), count: left },
    { label: t('import.rejected'), count: rejected },
  ];
  return (
    <div className="home-import">
      <p className="home-import-status">
        <Status tone={undone === 'whole' ? 'neutral' : tones[status]}>
          {undone === null ? t(`import.status.${status}`) : t(`import.undone.${undone}`)}
        </Status>
        <span className="meta">{formatDateTime(started)}</span>
      </p>
      <dl className="home-counts">
        {counts.map(({ label, count }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{formatNumber(count)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

const at = (share: number) => `${share * 100}%`;

/** The day as a line, with the import's hours on it and the hand of the clock. */
function Next({ window, time }: { window: Window; time: string }) {
  const { t } = useTranslation('home');
  const place = placeOf(time, window);
  return (
    <div className="home-window">
      <p>{t(`import.window.${place}`, { from: window.from, to: window.to })}</p>
      <div className="home-day" aria-hidden>
        <span
          className="home-day-window"
          style={{
            insetInlineStart: at(shareOfDay(window.from)),
            inlineSize: at(shareOfDay(window.to) - shareOfDay(window.from)),
          }}
        />
        <span className="home-day-now" style={{ insetInlineStart: at(shareOfDay(time)) }} />
      </div>
    </div>
  );
}
