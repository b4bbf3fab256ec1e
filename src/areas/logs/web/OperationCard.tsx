import './logs.css';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { isOnMany, Outcomes } from '#areas/logs/bulk/web/shared.tsx';
import { userAddress } from '#areas/users/web/shared.tsx';
import { Refusal } from '#kernel/errors.ts';
import { useRead } from '#web/api/hooks.ts';
import { formatExactTime, formatNumber } from '#web/format.ts';
import { referenceOf } from '#web/list/ListStates.tsx';
import { Button } from '#web/ui/Button.tsx';
import { DescriptionList } from '#web/ui/DescriptionList.tsx';
import { Drawer } from '#web/ui/Drawer.tsx';
import { Progress } from '#web/ui/Progress.tsx';
import { SkeletonLines } from '#web/ui/Skeleton.tsx';
import { ErrorState } from '#web/ui/States.tsx';
import { Status } from '#web/ui/Status.tsx';

import { logs } from '../contract.ts';
import { ChangeOfRow } from './ChangeOfRow.tsx';
import { Actor, resultTones } from './looks.tsx';
import { TargetLink } from './TargetLink.tsx';
import { UndoAct } from './UndoAct.tsx';
import { useLogWords } from './words.ts';

const PAGE = 30;

interface OperationCardProps {
  id: number;
  onClose: () => void;
}

type Detail = NonNullable<ReturnType<typeof useRead<typeof logs.operation>>['data']>;

/** One operation beside its log: who, where from, how it went, and every row it changed. */
export function OperationCard({ id, onClose }: OperationCardProps) {
  const { t } = useTranslation('logs');
  const words = useLogWords();
  const navigate = useNavigate();
  const [page, setPage] = useState(1);
  const read = useRead(logs.operation, { id, page, pageSize: PAGE }, { handleErrors: false });
  const found = read.data;
  const onRetried = (next: number) =>
    void navigate({ to: '/logs/operations', search: { open: String(next) } });
  const isGone = read.error instanceof Refusal && read.error.code === 'operation.not-found';
  return (
    <Drawer
      title={found ? words.event(found.event) : t('one')}
      subtitle={
        found && (
          <>
            <Status tone={resultTones[found.result]}>{t(`choice.result.${found.result}`)}</Status>
            <span>{formatExactTime(found.time)}</span>
          </>
        )
      }
      actions={found && <UndoAct entry={found} size="small" />}
      onClose={onClose}
    >
      {found ? (
        <div className="log-card">
          {found.result === 'running' && (
            <Progress label={words.event(found.event)} done={found.done} total={found.total ?? undefined} />
          )}
          <Facts entry={found} />
          {isOnMany(found.event) && found.result !== 'running' && (
            <Outcomes operationId={id} onRetried={onRetried} />
          )}
          <Changes entry={found} page={page} onPage={setPage} />
        </div>
      ) : !read.error ? (
        <SkeletonLines lines={8} />
      ) : (
        <ErrorState
          title={isGone ? t('card.gone') : t('card.failed')}
          reference={referenceOf(read.error)}
          {...(!isGone && { onRetry: () => void read.refetch() })}
        >
          {isGone ? t('card.goneHelp') : undefined}
        </ErrorState>
      )}
    </Drawer>
  );
}

function OperationLink({ id }: { id: number }) {
  const { t } = useTranslation('logs');
  return (
    <Link to="/logs" search={{ open: String(id) }}>
      {t('card.operation', { id: String(id) })}
    </Link>
  );
}

function Facts({ entry }: { entry: Detail }) {
  const { t } = useTranslation('logs');
  const words = useLogWords();
  const {
    actor,
    actorName,
    actorRole,
    school,
    target,
    time,
    finished,
    reason,
    message,
    ip,
    traceId,
    failed,
    undoOf,
    undoneBy,
  } = entry;
  const facts = [
    {
      term: t('card.who'),
      value: actor === null ? <Actor name={actor} /> : <ByWhom name={actorName} userName={actor} />,
    },
    { term: t('card.role'), value: actorRole === null ? undefined : words.role(actorRole) },
    { term: t('card.school'), value: school?.name ?? t('card.wholeOwner') },
    { term: t('card.about'), value: target && <TargetLink target={target} /> },
    ...(undoOf === null ? [] : [{ term: t('card.undoOf'), value: <OperationLink id={undoOf} /> }]),
    ...(undoneBy === null ? [] : [{ term: t('card.undoneBy'), value: <OperationLink id={undoneBy} /> }]),
    { term: t('card.when'), value: formatExactTime(time) },
    ...(finished === null || finished === time
      ? []
      : [{ term: t('card.finished'), value: formatExactTime(finished) }]),
    ...(failed > 0 ? [{ term: t('card.failedRows'), value: formatNumber(failed) }] : []),
    ...(message === null ? [] : [{ term: t('card.message'), value: words.message(message) }]),
    ...(reason === null ? [] : [{ term: t('card.reason'), value: reason }]),
    { term: t('card.ip'), value: ip },
    { term: t('card.reference'), value: traceId && <code className="log-reference">{traceId}</code> },
  ];
  return <DescriptionList items={facts} />;
}

interface ChangesProps {
  entry: Detail;
  page: number;
  onPage: (page: number) => void;
}

function Changes({ entry: { Items, TotalItems, TotalIsCapped = false }, page, onPage }: ChangesProps) {
  const { t } = useTranslation(['logs', 'list']);
  const from = (page - 1) * PAGE + 1;
  const to = from + Items.length - 1;
  const count = formatNumber(TotalItems);
  const total = TotalIsCapped ? t('list:countCapped', { count }) : count;
  return (
    <section className="log-part">
      <h3 className="section-title">
        {t('card.changes')} {TotalItems > 0 && <span className="log-quiet">{total}</span>}
      </h3>
      {TotalItems === 0 && <p className="log-quiet">{t('card.noChanges')}</p>}
      {Items.map((change) => (
        <ChangeOfRow key={change.id} change={change} namesTarget />
      ))}
      {TotalItems > PAGE && (
        <div className="log-pages">
          <Button size="small" isDisabled={page === 1} onPress={() => onPage(page - 1)}>
            {t('card.earlier')}
          </Button>
          <span className="meta">
            {t('card.page', {
              from: formatNumber(from),
              to: formatNumber(to),
              total,
            })}
          </span>
          <Button size="small" isDisabled={to >= TotalItems} onPress={() => onPage(page + 1)}>
            {t('card.later')}
          </Button>
        </div>
      )}
    </section>
  );
}

/** Whoever is no user here, such as a command of the operator, has a name but no card. */
function ByWhom({ name, userName }: { name: string | null; userName: string }) {
  if (name === null) return userName;
  return (
    <>
      <Link to={userAddress(userName)}>{name}</Link>
      <span className="log-quiet"> {userName}</span>
    </>
  );
}
