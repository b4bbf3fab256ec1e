/** The one-time codes of one's own portal account (docs/decisions/0016). */
import { z } from 'zod';

import { command, query } from '#kernel/contract.ts';
import { Moment, Nothing } from '#kernel/fields.ts';

const CurrentPassword = z.string().min(1).max(1_000);
const Otp = z.string().trim().min(1).max(60);
const Codes = z.object({
  /** Each good once in the place of one from the authenticator; shown this once. */
  codes: z.array(z.string()),
});
const proofErrors = ['sign-in.refused', 'sign-in.locked', 'sign-in.otp-needed', 'sign-in.otp-wrong'] as const;

export const secondFactor = {
  read: query('GET /usersettings/secondfactor', {
    summary:
      'Whether one’s own portal account asks for a one-time code, and how many codes on paper are left',
    permission: 'signed-in',
    input: Nothing,
    output: z.object({
      /** False for those who sign in by the federation, which has a second factor of its own. */
      isPossible: z.boolean(),
      setUpAt: Moment.nullable(),
      codesLeft: z.number(),
    }),
  }),
  begin: command('POST /usersettings/secondfactor/begin', {
    summary: 'Makes the secret for an authenticator; nothing is kept before a code of it is shown',
    permission: 'signed-in',
    rate: 'sign-in',
    event: 'second-factor.begun',
    operation: 'own',
    secret: true,
    input: z.object({ currentPassword: CurrentPassword }),
    output: z.object({
      /** Base32, for typing. */
      secret: z.string(),
      /** The same as an address that authenticators read. */
      address: z.string(),
      /** To be sent back with the first code. */
      enrolment: z.string(),
    }),
    errors: ['sign-in.refused', 'sign-in.locked', 'second-factor.not-possible', 'second-factor.is-set-up'],
  }),
  confirm: command('PUT /usersettings/secondfactor', {
    summary:
      'Sets the one-time codes up by the first of them; answers the codes on paper, other sessions end',
    permission: 'signed-in',
    rate: 'sign-in',
    event: 'second-factor.set-up',
    secret: true,
    input: z.object({ enrolment: z.string().max(1_000), otp: Otp }),
    output: Codes,
    errors: ['second-factor.expired', 'second-factor.is-set-up', 'sign-in.otp-wrong'],
  }),
  makeCodes: command('PUT /usersettings/secondfactor/codes', {
    summary: 'Makes new codes on paper in place of the old ones',
    permission: 'signed-in',
    rate: 'sign-in',
    event: 'second-factor.codes-made',
    operation: 'own',
    secret: true,
    input: z.object({ currentPassword: CurrentPassword, otp: Otp }),
    output: Codes,
    errors: [...proofErrors, 'second-factor.not-set-up'],
  }),
  remove: command('PUT /usersettings/secondfactor/remove', {
    summary: 'Asks for no one-time codes any more, by the password and one of them',
    permission: 'signed-in',
    rate: 'sign-in',
    event: 'second-factor.removed',
    operation: 'own',
    input: z.object({ currentPassword: CurrentPassword, otp: Otp }),
    output: z.object({}),
    errors: [...proofErrors, 'second-factor.not-set-up'],
  }),
};
