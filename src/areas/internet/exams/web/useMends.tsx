import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { examDay, type Preflight } from '#areas/internet/exam-day/contract.ts';
import type { Finding, Mend } from '#areas/internet/exam-day/preflight.ts';
import { locks } from '#areas/internet/locks/contract.ts';
import { LockDialog } from '#areas/internet/locks/web/shared.tsx';
import { useRead, useWrite } from '#web/api/hooks.ts';
import { asRefusal, refusalText } from '#web/form/refusal.ts';
import { loose } from '#web/loose.ts';
import { notify } from '#web/ui/notices.ts';

import type { ExamGroupDetail } from '../contract.ts';
import type { ExamAct } from '../rules.ts';
import { ChangeDialog } from './ChangeDialog.tsx';
import { useRenew } from './useRenew.tsx';

type Mending =
  | { kind: 'act'; label: string; isBusy: boolean; onPress: () => void }
  | { kind: 'link'; label: string; to: never };

/** What somebody must be allowed for a button to be there. */
const needed: Partial<Record<Mend, ExamAct>> = {
  bring: 'passwords',
  renewLacking: 'renew',
  makeLock: 'lock',
  changeLock: 'lock',
  openResources: 'lock',
  changeExam: 'update',
};

type Asked = { what: 'lock'; id: number } | { what: 'newLock' } | { what: 'exam' };

/** The buttons beside what stands in the way of an exam, and the dialogs they open. */
export function useMends(
  exam: ExamGroupDetail,
  { withoutPassword }: Preflight,
): { mendFor: (finding: Finding) => Mending | undefined; dialog: ReactNode } {
  const { t } = useTranslation(['exams', 'errors', 'form']);
  const [asked, setAsked] = useState<Asked>();
  const renew = useRenew(exam);
  const bring = useWrite(examDay.bring);
  const open = useWrite(locks.update, { touches: ['examgroup'] });
  const close = () => setAsked(undefined);

  const carryOut = async (work: () => Promise<unknown>, done: string) => {
    try {
      await work();
      notify({ tone: 'success', text: done });
    } catch (error) {
      notify({ tone: 'danger', text: refusalText(asRefusal(error), t) });
    }
  };

  const acts: Record<Exclude<Mend, 'seePoints'>, (lock: number) => void> = {
    bring: () => void carryOut(() => bring.mutateAsync({ id: exam.id }), t('exams:mend.broughtSoon')),
    renewLacking: () => renew.askFor(withoutPassword),
    makeLock: () => setAsked({ what: 'newLock' }),
    changeLock: (id) => setAsked({ what: 'lock', id }),
    openResources: (id) =>
      void carryOut(() => open.mutateAsync({ id, examResources: true }), t('exams:mend.resourcesOpened')),
    changeExam: () => setAsked({ what: 'exam' }),
  };

  const mendFor = ({ mend, lock }: Finding): Mending | undefined => {
    if (mend === null) return undefined;
    const act = needed[mend];
    if (act && !exam.can.includes(act)) return undefined;
    const label = t(`exams:mend.${mend}`);
    if (mend === 'seePoints') return { kind: 'link', label, to: loose('/internet/points') };
    const isBusy = (mend === 'bring' && bring.isPending) || (mend === 'openResources' && open.isPending);
    return { kind: 'act', label, isBusy, onPress: () => acts[mend](lock ?? 0) };
  };

  const groups = [{ name: exam.name, displayName: exam.description, kind: 'exam' as const }];
  const dialog = (
    <>
      {asked?.what === 'newLock' && (
        <LockDialog
          wish={{ kind: 'new', groups, day: { name: exam.description, day: exam.examDate } }}
          onClose={close}
        />
      )}
      {asked?.what === 'lock' && <ChangeLock id={asked.id} onClose={close} />}
      {asked?.what === 'exam' && <ChangeDialog exam={exam} onClose={close} />}
      {renew.dialog}
    </>
  );
  return { mendFor, dialog };
}

/** The lock's own form, as soon as the lock is read. */
function ChangeLock({ id, onClose }: { id: number; onClose: () => void }) {
  const { data: lock } = useRead(locks.detail, { id });
  return lock?.id === id ? <LockDialog wish={{ kind: 'change', lock }} onClose={onClose} /> : null;
}
