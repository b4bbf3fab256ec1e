import { useTranslation } from 'react-i18next';

import type { UserDetail } from '#areas/users/contract.ts';
import { places } from '#areas/users/places/contract.ts';
import { useWrite } from '#web/api/hooks.ts';
import { useAttempt } from '#web/form/useAttempt.tsx';
import { formatDate } from '#web/format.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { notify } from '#web/ui/notices.ts';

interface PlaceDialogProps {
  user: UserDetail;
  act: 'endPlace' | 'resumePlace';
  onClose: () => void;
}

/** Ends somebody's place at the current school, or gives it back; says what that does to the account. */
export function PlaceDialog({ user, act, onClose }: PlaceDialogProps) {
  const { t } = useTranslation('many');
  const end = useWrite(places.end, { handleErrors: false });
  const resume = useWrite(places.resume, { handleErrors: false });
  const { attempt, refused } = useAttempt();
  const isEnding = act === 'endPlace';

  const send = () =>
    attempt(async () => {
      const { expiryDate } = await (isEnding ? end : resume).mutateAsync({ userName: user.userName });
      const isLast = isEnding && expiryDate !== null && expiryDate !== user.expiryDate;
      notify({
        tone: 'success',
        text: isLast ? t('endPlace.accountEnds', { date: formatDate(expiryDate) }) : t(`${act}.done`),
      });
      onClose();
    });
  return (
    <ConfirmDialog
      title={t(`${act}.title`, { name: user.displayName })}
      confirmLabel={t(`${act}.go`)}
      {...(isEnding && { tone: 'danger' as const })}
      isOpen
      isPending={end.isPending || resume.isPending}
      onConfirm={() => void send()}
      onCancel={onClose}
    >
      {refused}
      <p>{t(`${act}.text`)}</p>
    </ConfirmDialog>
  );
}
