import { useTranslation } from 'react-i18next';

import { call } from '#web/api/hooks.ts';
import { MaskedNumber } from '#web/card/MaskedNumber.tsx';

import { type UserDetail, users } from '../contract.ts';

/** A person's national number, masked, with what is doubtful about it. */
export function NationalNumber({ user }: { user: UserDetail }) {
  const { t } = useTranslation('users');
  const { userName, nationalNumberMasked: masked, invalidColumns, can } = user;
  if (masked === null) return t('number.none');
  return (
    <MaskedNumber
      masked={masked}
      note={
        invalidColumns?.includes('nationalNumber') && (
          <span className="meta">{t('invalid.nationalNumber')}</span>
        )
      }
      show={can.includes('showNationalNumber') ? (reason) => showNumber(userName, reason) : undefined}
    />
  );
}

async function showNumber(userName: string, reason: string | undefined): Promise<string | null> {
  const { nationalNumber } = await call(
    users.showNationalNumber,
    { userName, ...(reason !== undefined && { reason }) },
    { handleErrors: false },
  );
  return nationalNumber;
}
