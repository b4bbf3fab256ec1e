import { KeyHorizontalIcon } from '@navikt/aksel-icons';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useWrite } from '#web/api/hooks.ts';
import type { BulkAct } from '#web/list/BulkBar.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { notify } from '#web/ui/notices.ts';

import { type CandidatePassword, type ExamGroupDetail, examGroups } from '../contract.ts';
import { PasswordsDialog } from './PasswordsDialog.tsx';

interface Wish {
  /** Undefined: all of them. */
  userNames: string[] | undefined;
  count: number;
}

interface Renewing {
  acts: readonly BulkAct[];
  /** Asks for all of the exam's candidates. */
  askForAll: () => void;
  askFor: (userNames: readonly string[]) => void;
  dialog: ReactNode;
}

/** New passwords for chosen candidates or all: asked first, and shown once made. */
export function useRenew(exam: ExamGroupDetail): Renewing {
  const { t } = useTranslation(['exams', 'errors']);
  const write = useWrite(examGroups.renewPasswords);
  const [wish, setWish] = useState<Wish>();
  const [made, setMade] = useState<readonly CandidatePassword[]>();

  const carryOut = async () => {
    try {
      const { Items } = await write.mutateAsync({
        id: exam.id,
        ...(wish?.userNames && { userNames: wish.userNames }),
      });
      setMade(Items);
    } catch {
      notify({ tone: 'danger', text: t('errors:save.failed') });
    }
    setWish(undefined);
  };
  const acts: BulkAct[] = [
    {
      id: 'renew',
      label: t('candidates.renew'),
      icon: <KeyHorizontalIcon aria-hidden />,
      onAct: ({ selection, count }) =>
        setWish({ userNames: selection.all ? undefined : [...selection.keys], count }),
    },
  ];
  const dialog = (
    <>
      <ConfirmDialog
        title={t('renew.title', { count: wish?.count ?? 0 })}
        confirmLabel={t('act.renew')}
        isOpen={wish !== undefined}
        isPending={write.isPending}
        onConfirm={() => void carryOut()}
        onCancel={() => setWish(undefined)}
      >
        {t('renew.text')}
      </ConfirmDialog>
      {made && <PasswordsDialog exam={exam} passwords={made} onClose={() => setMade(undefined)} />}
    </>
  );
  return {
    acts,
    askForAll: () => setWish({ userNames: undefined, count: exam.candidates }),
    askFor: (userNames) => setWish({ userNames: [...userNames], count: userNames.length }),
    dialog,
  };
}
