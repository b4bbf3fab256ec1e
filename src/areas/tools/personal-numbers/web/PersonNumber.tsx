import { useTranslation } from 'react-i18next';

import { type UserDetail, users } from '#areas/users/contract.ts';
import { call } from '#web/api/hooks.ts';
import { MaskedNumber } from '#web/card/MaskedNumber.tsx';

/** The number an account has now, masked; shown in full to whoever may, and that is logged. */
export function PersonNumber({ user: { userName, nationalNumberMasked, can } }: { user: UserDetail }) {
  const { t } = useTranslation('personal-numbers');
  if (nationalNumberMasked === null) return t('none');
  const show = async (reason: string | undefined) => {
    const answer = await call(
      users.showNationalNumber,
      { userName, ...(reason !== undefined && { reason }) },
      { handleErrors: false },
    );
    return answer.nationalNumber;
  };
  return (
    <MaskedNumber
      masked={nationalNumberMasked}
      show={can.includes('showNationalNumber') ? show : undefined}
    />
  );
}
