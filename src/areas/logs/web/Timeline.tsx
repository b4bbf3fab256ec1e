import './logs.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { limits } from '#kernel/limits.ts';
import { call, readOptions } from '#web/api/hooks.ts';
import { ReadState } from '#web/card/ReadState.tsx';
import { formatExactTime, formatNumber } from '#web/format.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/States.tsx';
import { Status } from '#web/ui/Status.tsx';

import type { RowChange } from '../changes.ts';
import { type AuditEntry, logs } from '../contract.ts';
import { ChangeOfRow } from './ChangeOfRow.tsx';
import { Actor, resultTones } from './looks.tsx';
import { changeLogOf, type LogTarget } from './target.ts';
import { useLogWords } from './words.ts';

const PAGE = limits.pageSize;

/** The history of one row as it is read on its card: a line per event, with what changed under it. */
export function Timeline({ target }: { target: LogTarget }) {
  const { t } = useTranslation('logs');
  const read = useInfiniteQuery({
    queryKey: [...readOptions(logs.audit, { target, pageSize: PAGE }).queryKey, 'endless'],
    queryFn: ({ pageParam, signal }) =>
      call(logs.audit, { target, page: pageParam, pageSize: PAGE }, { signal, handleErrors: false }),
    initialPageParam: 1,
    getNextPageParam: ({ TotalItems }, _all, page) => (page * PAGE < TotalItems ? page + 1 : undefined),
  });
  if (!read.data || read.error) return <ReadState read={read} failed={t('timeline.failed')} lines={6} />;
  const entries = read.data.pages.flatMap(({ Items }) => Items);
  if (entries.length === 0)
    return <EmptyState title={t('timeline.empty')}>{t('timeline.emptyText')}</EmptyState>;
  const total = read.data.pages[0]?.TotalItems ?? 0;
  return (
    <div className="log-timeline">
      <p className="log-timeline-top">
        <span className="meta">{t('timeline.count', { count: total })}</span>
        <Link {...changeLogOf(target)} className="meta">
          {t('timeline.all')}
        </Link>
      </p>
      <ol className="log-events">
        {entries.map((entry) => (
          <Event key={entry.id} entry={entry} target={target} />
        ))}
      </ol>
      {read.hasNextPage && (
        <Button isPending={read.isFetchingNextPage} onPress={() => void read.fetchNextPage()}>
          {t('timeline.more')}
        </Button>
      )}
    </div>
  );
}

function Event({ entry, target }: { entry: AuditEntry; target: LogTarget }) {
  const { t } = useTranslation('logs');
  const words = useLogWords();
  const { id, event, time, actor, actorName, result, reason, changes, changeCount } = entry;
  const rest = changeCount - changes.length;
  return (
    <li className="log-event">
      <p className="log-event-head">
        <strong>{words.event(event)}</strong>
        {result !== 'completed' && <Status tone={resultTones[result]}>{t(`choice.result.${result}`)}</Status>}
      </p>
      <p className="meta">
        <time dateTime={time}>{formatExactTime(time)}</time> · <Actor name={actorName ?? actor} />
        {reason !== null && ` · ${reason}`}
      </p>
      {changes.map((change) => (
        <ChangeOfRow key={change.id} change={change} namesTarget={tellsOfOthers(change, target)} />
      ))}
      <Link to="/logs" search={{ open: String(id) }} className="meta">
        {rest > 0 ? t('timeline.rest', { count: rest, formatted: formatNumber(rest) }) : t('timeline.open')}
      </Link>
    </li>
  );
}

/** Who came into the group, or into which group somebody came, is said; whose card this is, is not. */
const tellsOfOthers = ({ table, target: { type, key } }: RowChange, own: LogTarget): boolean =>
  table === 'membership' || `${type}:${key}` !== own;
