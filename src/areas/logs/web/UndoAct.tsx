import { ArrowUndoIcon } from '@navikt/aksel-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useRead } from '#web/api/hooks.ts';
import { later } from '#web/ui/later.tsx';
import { WhyButton } from '#web/why/WhyButton.tsx';

import { logs } from '../contract.ts';

const UndoDialog = later(async () => (await import('./UndoDialog.tsx')).UndoDialog);

type Entry = NonNullable<ReturnType<typeof useRead<typeof logs.operation>>['data']>;

interface UndoActProps {
  entry: Pick<Entry, 'id' | 'cannot'>;
  size?: 'small' | 'normal';
  /** False: only what it came to is shown, until that is closed. */
  isOffered?: boolean;
}

/** Offered to everybody who sees the operation; who may not is told why. */
export function UndoAct({ entry: { id, cannot }, size = 'normal', isOffered = true }: UndoActProps) {
  const { t } = useTranslation('logs');
  const [isOpen, setOpen] = useState(false);
  const why = cannot.find(({ act }) => act === 'undo');
  if (why?.rule === 'undo.nothing') return null;
  return (
    <>
      {isOffered && (
        <WhyButton size={size} why={why} icon={<ArrowUndoIcon aria-hidden />} onPress={() => setOpen(true)}>
          {t('undo.button')}
        </WhyButton>
      )}
      {isOpen && <UndoDialog id={id} isOpen onClose={() => setOpen(false)} />}
    </>
  );
}

/** The same from elsewhere than the log; nothing while the operation runs or cannot be read. */
export function UndoOfOperation({ id, isOffered = true }: { id: number; isOffered?: boolean }) {
  const { data } = useRead(logs.operation, { id, page: 1, pageSize: 1 }, { handleErrors: false });
  return data && data.result !== 'running' ? <UndoAct entry={data} isOffered={isOffered} /> : null;
}
