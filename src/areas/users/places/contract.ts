/** A person's place at one school, ended for good. The account ends with the last place (decision 0009). */
import { z } from 'zod';

import { command } from '#kernel/contract.ts';
import { Day, UserName } from '#kernel/fields.ts';

const output = z.object({
  userName: z.string(),
  /** The account's last day. */
  expiryDate: Day.nullable(),
});

export const places = {
  end: command('PUT /user/endplace', {
    summary: 'Ends a person’s place at the current school for good; the account ends with the last place',
    permission: 'users.deactivate',
    event: 'user.place-ended',
    input: z.object({ userName: UserName }),
    output,
    errors: [
      'user.not-found',
      'user.guest',
      'user.own-account',
      'user.admin-account',
      'place.none',
      'place.ended',
    ],
  }),
  resume: command('PUT /user/resumeplace', {
    summary: 'Gives a person back the place at the current school that was ended',
    permission: 'users.deactivate',
    event: 'user.place-resumed',
    input: z.object({ userName: UserName }),
    output,
    errors: ['user.not-found', 'user.closed-by-owner', 'place.none', 'place.not-ended'],
  }),
};
