import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { UserDetail } from '#areas/users/contract.ts';
import type { Call } from '#kernel/contract.ts';
import { useRead, useWrite } from '#web/api/hooks.ts';
import { asRefusal, refusalText } from '#web/form/refusal.ts';
import { formatDateTime } from '#web/format.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ComboBox } from '#web/ui/ComboBox.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { notify } from '#web/ui/notices.ts';

import { primarySchool } from '../contract.ts';

interface PrimarySchoolDialogProps {
  user: UserDetail;
  onClose: () => void;
}

/** Registers a change of primary school, or takes back one that waits for the next import. */
export function PrimarySchoolDialog({ user, onClose }: PrimarySchoolDialogProps) {
  const { t } = useTranslation(['primary-school', 'errors', 'form']);
  const [school, setSchool] = useState<string>();
  const [asked, setAsked] = useState(false);
  const { data: schools } = useRead(primarySchool.schools, {}, { handleErrors: false });
  const write = useWrite(primarySchool.change, { handleErrors: false });
  const pending = user.pendingSchoolChange;

  const send = async (wish: Call<typeof primarySchool.change>, told: string) => {
    try {
      await write.mutateAsync(wish);
      notify({ tone: 'success', text: told });
      onClose();
    } catch {
      // Shown in the dialog from the state of the call.
    }
  };
  const register = () => {
    setAsked(true);
    if (school !== undefined) void send({ userName: user.userName, toSchool: school }, t('registered'));
  };
  const options = (schools?.Items ?? [])
    .filter(({ code }) => code !== user.primarySchool?.code)
    .map(({ code, name }) => ({ value: code, label: name, note: code }));

  return (
    <Dialog
      title={t('title')}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t('form:cancel')}</Button>
          {pending ? (
            <Button
              variant="primary"
              isPending={write.isPending}
              onPress={() => void send({ userName: user.userName, cancel: true }, t('cancelled'))}
            >
              {t('undo')}
            </Button>
          ) : (
            <Button variant="primary" isPending={write.isPending} onPress={register}>
              {t('register')}
            </Button>
          )}
        </>
      }
    >
      <div className="stack">
        <p>
          {pending
            ? t('waits', {
                name: user.displayName,
                school: pending.to.name,
                time: formatDateTime(pending.executesAt),
              })
            : t('text', { name: user.displayName, school: user.primarySchool?.name ?? t('none') })}
        </p>
        {write.error && (
          <Alert tone="danger" isLive>
            {refusalText(asRefusal(write.error), t)}
          </Alert>
        )}
        {!pending && (
          <ComboBox
            label={t('to')}
            options={options}
            value={school}
            onChange={setSchool}
            error={asked && school === undefined ? t('choose') : undefined}
          />
        )}
      </div>
    </Dialog>
  );
}
