import './bulk.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { OperationRow } from '#areas/logs/contract.ts';
import { refusalText } from '#web/form/refusal.ts';
import { formatNumber } from '#web/format.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { Progress } from '#web/ui/Progress.tsx';

import { Outcomes } from './Outcomes.tsx';
import { useOperation } from './useOperation.ts';

interface ProgressDialogProps {
  operationId: number;
  /** What is done: "Krev nytt passord". */
  title: string;
  onClose: () => void;
}

export function ProgressDialog({ operationId, title, onClose }: ProgressDialogProps) {
  const { t } = useTranslation(['bulk', 'errors', 'form']);
  // Trying once more is an operation of its own.
  const [id, setId] = useState(operationId);
  const operation = useOperation(id);
  const isRunning = operation === undefined || operation.status === 'running';
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      width="wide"
      footer={
        <>
          <LinkButton to="/logs/operations" search={{ open: String(id) }} onClick={onClose}>
            {t('log')}
          </LinkButton>
          <Button variant="primary" onPress={onClose}>
            {t('close')}
          </Button>
        </>
      }
    >
      <div className="bulk-progress">
        {isRunning ? (
          <>
            <Progress
              label={t('running')}
              done={operation?.done ?? 0}
              total={operation?.total ?? undefined}
            />
            <p className="meta">{t('goesOn')}</p>
          </>
        ) : (
          <>
            <Ended operation={operation} />
            <Outcomes operationId={id} onRetried={setId} />
          </>
        )}
      </div>
    </Dialog>
  );
}

function Ended({ operation: { status, total, done, failed, message } }: { operation: OperationRow }) {
  const { t } = useTranslation(['bulk', 'errors', 'form']);
  if (status === 'failed') {
    return (
      <Alert
        tone="danger"
        title={t('stopped', { done: formatNumber(done), total: formatNumber(total ?? 0) })}
        isLive
      >
        {message && refusalText({ ...message, fields: [], traceId: '' }, t)}
      </Alert>
    );
  }
  const counts = { done: formatNumber(done - failed), failed: formatNumber(failed) };
  if (total === 0) return <Alert tone="info" title={t('nobody')} isLive />;
  if (failed === 0) return <Alert tone="success" title={t('done', counts)} isLive />;
  return <Alert tone="warning" title={t(done === failed ? 'none' : 'some', counts)} isLive />;
}
