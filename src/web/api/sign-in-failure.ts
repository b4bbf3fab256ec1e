/** A refused sign-in as the sign-in pages say it. */
import type { SignInFailure } from '../session.ts';
import { Refused } from './failure.ts';

export function failureOf(error: unknown): SignInFailure {
  if (!(error instanceof Refused)) return { reason: 'unavailable' };
  const { minutes, seconds } = error.details.params ?? {};
  const code: string = error.code;
  switch (code) {
    case 'sign-in.refused':
      return { reason: 'refused' };
    case 'sign-in.must-change':
      return { reason: 'must-change' };
    case 'sign-in.otp-needed':
      return { reason: 'otp-needed' };
    case 'sign-in.otp-wrong':
      return { reason: 'otp-wrong' };
    case 'sign-in.code-invalid':
      return { reason: 'code-invalid' };
    case 'sign-in.locked':
      return { reason: 'locked', minutes: Number(minutes ?? 30) };
    case 'request.too-many':
      return { reason: 'too-many', seconds: Number(seconds ?? 60) };
    default:
      return { reason: 'unavailable' };
  }
}
