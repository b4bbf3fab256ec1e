import {
  BookmarkIcon,
  FilesIcon,
  PadlockUnlockedIcon,
  PencilIcon,
  StopIcon,
  TrashIcon,
} from '@navikt/aksel-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useWrite } from '#web/api/hooks.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { later } from '#web/ui/later.tsx';
import { notify } from '#web/ui/notices.ts';

import { type LockDetail, locks } from '../contract.ts';
import { LockDialog } from './shared.tsx';

const OpenDialog = later(async () => (await import('./OpenDialog.tsx')).OpenDialog);
const TemplateDialog = later(async () => (await import('./TemplateDialog.tsx')).TemplateDialog);

interface LockActsProps {
  lock: LockDetail;
  /** It is deleted. */
  onGone: () => void;
}

type Asked = 'change' | 'copy' | 'open' | 'template' | 'remove';

/** What this reader may do with a lock, the most pressing first. */
export function LockActs({ lock, onGone }: LockActsProps) {
  const { t } = useTranslation('locks');
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  const may = (act: LockDetail['can'][number]) => lock.can.includes(act);
  return (
    <div className="lock-acts">
      {may('end') && (
        <Button
          size="small"
          variant="danger"
          icon={<StopIcon aria-hidden />}
          onPress={() => setAsked('remove')}
        >
          {t('act.end')}
        </Button>
      )}
      {may('open') && (
        <Button size="small" icon={<PadlockUnlockedIcon aria-hidden />} onPress={() => setAsked('open')}>
          {t('act.open')}
        </Button>
      )}
      {may('update') && (
        <Button size="small" icon={<PencilIcon aria-hidden />} onPress={() => setAsked('change')}>
          {t(lock.status === 'active' ? 'act.extend' : 'act.change')}
        </Button>
      )}
      {may('copy') && (
        <>
          <Button size="small" icon={<FilesIcon aria-hidden />} onPress={() => setAsked('copy')}>
            {t('act.copy')}
          </Button>
          <Button size="small" icon={<BookmarkIcon aria-hidden />} onPress={() => setAsked('template')}>
            {t('act.template')}
          </Button>
        </>
      )}
      {may('delete') && (
        <Button size="small" icon={<TrashIcon aria-hidden />} onPress={() => setAsked('remove')}>
          {t('act.delete')}
        </Button>
      )}
      {(asked === 'change' || asked === 'copy') && (
        <LockDialog wish={{ kind: asked, lock }} onClose={close} />
      )}
      {asked === 'open' && <OpenDialog wish={{ lock }} onClose={close} />}
      {asked === 'template' && <TemplateDialog lock={lock} onClose={close} />}
      {asked === 'remove' && <Remove lock={lock} onClose={close} onGone={onGone} />}
    </div>
  );
}

function Remove({ lock, onClose, onGone }: LockActsProps & { onClose: () => void }) {
  const { t } = useTranslation(['locks', 'errors']);
  const write = useWrite(locks.remove, { touches: ['home', 'domaingroup', 'examgroup'] });
  const what = lock.status === 'active' ? 'end' : 'delete';
  const remove = async () => {
    try {
      const { ended } = await write.mutateAsync({ id: lock.id });
      notify({ tone: 'success', text: t(ended ? 'end.done' : 'delete.done', { name: lock.description }) });
      onClose();
      if (!ended) onGone();
    } catch {
      notify({ tone: 'danger', text: t('errors:save.failed') });
    }
  };
  return (
    <ConfirmDialog
      title={t(`${what}.title`, { name: lock.description })}
      confirmLabel={t(`act.${what}`)}
      tone="danger"
      isOpen
      isPending={write.isPending}
      onConfirm={() => void remove()}
      onCancel={onClose}
    >
      {t(`${what}.text`, { count: lock.people })}
    </ConfirmDialog>
  );
}
