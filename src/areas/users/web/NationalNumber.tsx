import { EyeIcon, EyeSlashIcon } from '@navikt/aksel-icons';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { call } from '#web/api/hooks.ts';
import { Button } from '#web/ui/Button.tsx';
import { notify } from '#web/ui/notices.ts';
import { Popover } from '#web/ui/Popover.tsx';
import { TextField } from '#web/ui/TextField.tsx';

import { type UserDetail, users } from '../contract.ts';

/** How long the number stands in full, in milliseconds: enough to type it off. */
const SHOWN_MS = 30_000;

/** Masked; whoever may sees it in full once, for a short while, and that is logged (specification §8). */
export function NationalNumber({ user }: { user: UserDetail }) {
  const { t } = useTranslation('users');
  // Kept here and nowhere else: not with the queries, not in the address, gone with the card.
  const [number, setNumber] = useState<string>();
  const masked = user.nationalNumberMasked;

  useEffect(() => {
    if (number === undefined) return undefined;
    const timer = setTimeout(() => setNumber(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [number]);

  if (masked === null) return t('number.none');
  return (
    <span className="user-number">
      <span className="tabular" role="status">
        {number ?? masked}
      </span>
      {user.invalidColumns?.includes('nationalNumber') && (
        <span className="meta">{t('invalid.nationalNumber')}</span>
      )}
      {user.can.includes('showNationalNumber') &&
        (number === undefined ? (
          <Ask userName={user.userName} onShow={setNumber} />
        ) : (
          <Button size="small" icon={<EyeSlashIcon aria-hidden />} onPress={() => setNumber(undefined)}>
            {t('number.hide')}
          </Button>
        ))}
    </span>
  );
}

interface AskProps {
  userName: string;
  onShow: (number: string) => void;
}

function Ask({ userName, onShow }: AskProps) {
  const { t } = useTranslation('users');
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      label={t('number.show')}
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button size="small" icon={<EyeIcon aria-hidden />}>
          {t('number.show')}
        </Button>
      }
    >
      <Reason
        userName={userName}
        onShow={(number) => {
          setOpen(false);
          onShow(number);
        }}
      />
    </Popover>
  );
}

function Reason({ userName, onShow }: AskProps) {
  const { t } = useTranslation('users');
  const [reason, setReason] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const show = async () => {
    setIsBusy(true);
    try {
      const why = reason.trim();
      const { nationalNumber } = await call(
        users.showNationalNumber,
        { userName, ...(why !== '' && { reason: why }) },
        { handleErrors: false },
      );
      if (nationalNumber !== null) onShow(nationalNumber);
    } catch {
      notify({ tone: 'danger', text: t('number.failed') });
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <form
      className="user-number-ask"
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        void show();
      }}
    >
      <p>{t('number.logged')}</p>
      <TextField
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the panel was opened to fill this in
        autoFocus
        label={t('number.reason')}
        optional
        value={reason}
        onChange={setReason}
        maxLength={200}
      />
      <Button variant="primary" type="submit" isPending={isBusy}>
        {t('number.show')}
      </Button>
    </form>
  );
}
