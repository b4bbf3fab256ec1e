import './bulk.css';
import { ArrowCirclepathIcon, DownloadIcon } from '@navikt/aksel-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { download } from '#web/api/files.ts';
import { useRead, useWrite } from '#web/api/hooks.ts';
import { asRefusal, refusalText } from '#web/form/refusal.ts';
import { formatNumber } from '#web/format.ts';
import { currentLanguage } from '#web/i18n.ts';
import { Button } from '#web/ui/Button.tsx';
import { notify } from '#web/ui/notices.ts';
import { SkeletonLines } from '#web/ui/Skeleton.tsx';

import { bulk } from '../contract.ts';

const PAGE = 30;
const STEP = 100;

interface OutcomesProps {
  operationId: number;
  /** Told the operation that tries the refused ones once more. */
  onRetried: (operationId: number) => void;
}

export function Outcomes({ operationId, onRetried }: OutcomesProps) {
  const { t } = useTranslation(['bulk', 'errors', 'form']);
  const [shown, setShown] = useState(PAGE);
  const { data } = useRead(
    bulk.rows,
    { operationId, outcome: ['refused'], pageSize: shown },
    { handleErrors: false },
  );
  if (!data) return <SkeletonLines lines={3} />;
  const { Items, TotalItems, refused } = data;
  return (
    <section className="bulk-outcomes" aria-label={t('refused')}>
      {Items.length > 0 && (
        <>
          <h3 className="section-title">
            {t('refused')} <span className="meta">{formatNumber(TotalItems)}</span>
          </h3>
          <ul className="bulk-rows">
            {Items.map(({ place, key, name, code, params }) => (
              <li key={place}>
                <span className="bulk-who">
                  <strong>{name ?? key}</strong>
                  {name !== null && name !== key && <span className="meta">{key}</span>}
                </span>
                <span>
                  {code !== null && refusalText({ code, params: params ?? {}, fields: [], traceId: '' }, t)}
                </span>
              </li>
            ))}
          </ul>
          {TotalItems > Items.length && Items.length < 500 && (
            <Button size="small" onPress={() => setShown(Math.min(shown + STEP, 500))}>
              {t('more')}
            </Button>
          )}
        </>
      )}
      <div className="cluster">
        {refused > 0 && <Retry operationId={operationId} refused={refused} onRetried={onRetried} />}
        <Save operationId={operationId} />
      </div>
    </section>
  );
}

function Retry({ operationId, refused, onRetried }: OutcomesProps & { refused: number }) {
  const { t } = useTranslation(['bulk', 'errors', 'form']);
  const { mutateAsync, isPending } = useWrite(bulk.retry, { handleErrors: false });
  const retry = async () => {
    try {
      onRetried((await mutateAsync({ operationId })).operationId);
    } catch (error) {
      notify({ tone: 'danger', text: refusalText(asRefusal(error), t) });
    }
  };
  return (
    <Button
      size="small"
      icon={<ArrowCirclepathIcon aria-hidden />}
      isPending={isPending}
      onPress={() => void retry()}
    >
      {t(refused === 1 ? 'retryOne' : 'retry', { count: formatNumber(refused) })}
    </Button>
  );
}

/** Everybody, done or not, with the reason: for those who must follow it up by hand. */
function Save({ operationId }: { operationId: number }) {
  const { t } = useTranslation('bulk');
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    const spoken = currentLanguage();
    const language = spoken === 'fr' ? 'en' : spoken;
    setBusy(true);
    try {
      await download(bulk.download, { operationId, format: 'xlsx', language });
    } catch {
      notify({ tone: 'danger', text: t('saveFailed') });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button size="small" icon={<DownloadIcon aria-hidden />} isPending={isBusy} onPress={() => void save()}>
      {t('save')}
    </Button>
  );
}
