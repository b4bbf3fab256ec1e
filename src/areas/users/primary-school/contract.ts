/** The primary school of a person, changed at the next user import (specification §4), and whom to ask at a school. */
import { z } from 'zod';

import { SchoolRef } from '#areas/users/contract.ts';
import { command, query } from '#kernel/contract.ts';
import { Moment, UserName } from '#kernel/fields.ts';

export const primarySchool = {
  change: command('PUT /user/changeprimaryschool', {
    summary: 'Registers a change of primary school, done at the next user import, or cancels one that waits',
    permission: 'users.move',
    event: 'user.school-change-registered',
    eventWith: { cancel: 'user.school-change-cancelled' },
    input: z
      .object({ userName: UserName, toSchool: z.string().min(1).max(20), cancel: z.literal(true) })
      .partial({ toSchool: true, cancel: true })
      .refine(({ toSchool, cancel }) => (toSchool === undefined) === (cancel === true), {
        error: 'required',
        path: ['toSchool'],
      }),
    output: z.object({
      userName: z.string(),
      toSchool: SchoolRef.nullable(),
      registered: Moment.nullable(),
      registeredBy: z.string().nullable(),
      executesAt: Moment.nullable(),
    }),
    errors: [
      'user.not-found',
      'user.expired',
      'user.guest',
      'user.already-there',
      'school.not-found',
      'school-change.not-found',
    ],
  }),
  schools: query('GET /user/schools', {
    summary: 'The schools somebody’s primary school can be changed to',
    permission: 'users.move',
    input: z.object({ search: z.string().max(100).default('') }),
    output: z.object({ Items: z.array(SchoolRef) }),
  }),
  ictGroupAdmins: query('GET /user/iktgroupadmins', {
    summary: 'Who is school ICT, school administrator or group administrator at the current school',
    permission: 'signed-in',
    input: z.object({ school: z.string().max(20).optional() }),
    output: z.object({
      Items: z.array(
        z.object({
          userName: z.string(),
          displayName: z.string(),
          email: z.string().nullable(),
          mobilePhone: z.string().nullable(),
          role: z.enum(['schoolIct', 'schoolAdministrator', 'groupAdministrator']),
          school: SchoolRef,
          since: Moment,
        }),
      ),
    }),
    errors: ['school.not-found'],
  }),
};
