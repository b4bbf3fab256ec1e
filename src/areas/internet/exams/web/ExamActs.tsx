import {
  KeyHorizontalIcon,
  MenuElipsisVerticalIcon,
  MonitorIcon,
  PadlockLockedIcon,
  PrinterSmallIcon,
} from '@navikt/aksel-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { LockDialog } from '#areas/internet/locks/web/shared.tsx';
import { download } from '#web/api/files.ts';
import { useWrite } from '#web/api/hooks.ts';
import { asRefusal, refusalText } from '#web/form/refusal.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { later } from '#web/ui/later.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { Menu, MenuItem } from '#web/ui/Menu.tsx';
import { notify } from '#web/ui/notices.ts';

import { type ExamGroupDetail, examGroups } from '../contract.ts';
import { ChangeDialog } from './ChangeDialog.tsx';
import { useRenew } from './useRenew.tsx';

const PasswordsDialog = later(async () => (await import('./PasswordsDialog.tsx')).PasswordsDialog);

interface ExamActsProps {
  exam: ExamGroupDetail;
  /** It is deleted. */
  onGone: () => void;
}

type Asked = 'passwords' | 'lock' | 'change' | 'end' | 'delete';

/** What this reader may do with an exam, in the order of its day; what is rarely needed in a menu. */
export function ExamActs({ exam, onGone }: ExamActsProps) {
  const { t } = useTranslation('exams');
  const [asked, setAsked] = useState<Asked>();
  const renew = useRenew(exam);
  const close = () => setAsked(undefined);
  const may = (act: ExamGroupDetail['can'][number]) => exam.can.includes(act);
  const rare = (
    [
      { right: 'update', act: 'change', isGrave: false, ask: () => setAsked('change') },
      { right: 'renew', act: 'renew', isGrave: false, ask: renew.askForAll },
      { right: 'end', act: 'end', isGrave: true, ask: () => setAsked('end') },
      { right: 'delete', act: 'delete', isGrave: true, ask: () => setAsked('delete') },
    ] as const
  ).filter(({ right }) => may(right));
  return (
    <div className="exam-acts">
      {exam.status !== 'used' && exam.status !== 'creating' && (
        <LinkButton
          to="/examinations/$id/live"
          params={{ id: String(exam.id) }}
          size="small"
          variant={exam.status === 'today' ? 'primary' : 'secondary'}
          icon={<MonitorIcon aria-hidden />}
        >
          {t('act.follow')}
        </LinkButton>
      )}
      {may('passwords') && (
        <>
          <Button size="small" icon={<KeyHorizontalIcon aria-hidden />} onPress={() => setAsked('passwords')}>
            {t('act.passwords')}
          </Button>
          <Print exam={exam} />
        </>
      )}
      {may('lock') && (
        <Button size="small" icon={<PadlockLockedIcon aria-hidden />} onPress={() => setAsked('lock')}>
          {t('act.lock')}
        </Button>
      )}
      {rare.length > 0 && (
        <Menu
          label={t('act.more')}
          placement="bottom end"
          trigger={
            <IconButton size="small" label={t('act.more')}>
              <MenuElipsisVerticalIcon aria-hidden />
            </IconButton>
          }
        >
          {rare.map(({ act, isGrave, ask }) => (
            <MenuItem key={act} {...(isGrave && { tone: 'danger' })} onAction={ask}>
              {t(`act.${act}`)}
            </MenuItem>
          ))}
        </Menu>
      )}
      {asked === 'passwords' && <PasswordsDialog exam={exam} onClose={close} />}
      {asked === 'lock' && (
        <LockDialog
          wish={{
            kind: 'new',
            groups: [{ name: exam.name, displayName: exam.description, kind: 'exam' }],
          }}
          onClose={close}
        />
      )}
      {asked === 'change' && <ChangeDialog exam={exam} onClose={close} />}
      {asked === 'end' && <End exam={exam} onClose={close} />}
      {asked === 'delete' && <Delete exam={exam} onClose={close} onGone={onGone} />}
      {renew.dialog}
    </div>
  );
}

function Print({ exam }: { exam: ExamGroupDetail }) {
  const { t, i18n } = useTranslation(['exams', 'errors', 'form']);
  const [isBusy, setBusy] = useState(false);
  const language = i18n.language === 'nn' || i18n.language === 'en' ? i18n.language : 'nb';
  const print = async () => {
    setBusy(true);
    try {
      await download(examGroups.passwords, { id: exam.id, format: 'pdf', language });
    } catch (error) {
      notify({ tone: 'danger', text: refusalText(asRefusal(error), t) });
    }
    setBusy(false);
  };
  return (
    <Button
      size="small"
      icon={<PrinterSmallIcon aria-hidden />}
      isPending={isBusy}
      onPress={() => void print()}
    >
      {t('exams:act.print')}
    </Button>
  );
}

interface AskedProps {
  exam: ExamGroupDetail;
  onClose: () => void;
}

function End({ exam, onClose }: AskedProps) {
  const { t } = useTranslation(['exams', 'errors', 'form']);
  const write = useWrite(examGroups.end);
  const name = exam.description;
  const end = async () => {
    try {
      await write.mutateAsync({ id: exam.id });
      notify({ tone: 'success', text: t('exams:end.done', { name }) });
    } catch (error) {
      notify({ tone: 'danger', text: refusalText(asRefusal(error), t) });
    }
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('exams:end.title', { name })}
      confirmLabel={t('exams:act.end')}
      tone="danger"
      isOpen
      isPending={write.isPending}
      onConfirm={() => void end()}
      onCancel={onClose}
    >
      {t('exams:end.text')}
    </ConfirmDialog>
  );
}

function Delete({ exam, onClose, onGone }: AskedProps & { onGone: () => void }) {
  const { t } = useTranslation(['exams', 'errors', 'form']);
  const write = useWrite(examGroups.remove, { touches: ['internetlock'] });
  const name = exam.description;
  const remove = async () => {
    try {
      const { failed } = await write.mutateAsync({ ids: [exam.id] });
      const [refusal] = failed;
      onClose();
      if (refusal) {
        notify({ tone: 'danger', text: refusalText({ ...refusal, fields: [], traceId: '' }, t) });
        return;
      }
      notify({ tone: 'success', text: t('exams:delete.done', { name }) });
      onGone();
    } catch (error) {
      notify({ tone: 'danger', text: refusalText(asRefusal(error), t) });
      onClose();
    }
  };
  return (
    <ConfirmDialog
      title={t('exams:delete.title', { name })}
      confirmLabel={t('exams:act.delete')}
      tone="danger"
      isOpen
      isPending={write.isPending}
      onConfirm={() => void remove()}
      onCancel={onClose}
    >
      {t('exams:delete.text')}
    </ConfirmDialog>
  );
}
