import { useTranslation } from 'react-i18next';

import type { SignInFailure } from '#web/session.ts';

const keys = {
  refused: 'wrong',
  'must-change': 'mustChange',
  'otp-needed': 'otpLead',
  'otp-wrong': 'otpWrong',
  'code-invalid': 'codeInvalid',
  unavailable: 'unavailable',
} as const;

/** Why a sign-in was refused, ready to read. A wrong user name and a wrong password read the same. */
export function useFailureText(): (failure: SignInFailure) => string {
  const { t } = useTranslation('login');
  return (failure) => {
    if (failure.reason === 'locked') return t('locked', { minutes: failure.minutes });
    if (failure.reason === 'too-many') return t('tooMany', { seconds: failure.seconds });
    return t(keys[failure.reason]);
  };
}
