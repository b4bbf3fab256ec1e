/** Passwords of other people's accounts: set, made for the first time, and the lock lifted (specification §3-§5). */
import { z } from 'zod';

import { BulkFailure } from '#kernel/bulk.ts';
import { command, query } from '#kernel/contract.ts';
import { Done, Moment, Nothing, UserName } from '#kernel/fields.ts';
import { limits } from '#kernel/limits.ts';

/** The longest the directory takes. */
const LONGEST = 127;
/** How many people one call makes first-time passwords for: on a screen more are too many to hand out already. */
export const MOST_AT_ONCE = 100;
/** On paper all the pupils of a school are not. */
export const MOST_ON_PAPER = 1_000;

const Password = z.string().min(limits.passwordMinimum).max(LONGEST);

/** Typed twice, so that a slip of the finger is seen (specification §5). */
export const NewPassword = z.object({
  newPassword: Password,
  repeatPassword: z.string().min(1).max(LONGEST),
});

export const sameTwice = ({ newPassword, repeatPassword }: z.output<typeof NewPassword>): boolean =>
  newPassword === repeatPassword;
/** The message of `sameTwice`: «Passordene er ikke like». */
export const notTheSame = { error: 'passwordsDiffer', path: ['repeatPassword'] };

export const FirstTimePassword = z.object({
  userName: z.string(),
  displayName: z.string(),
  className: z.string().nullable(),
  password: z.string(),
  /** Null: it holds until the owner chooses a new one, at the first sign-in. */
  validUntil: Moment.nullable(),
});
export type FirstTimePassword = z.output<typeof FirstTimePassword>;

/**
 * Of people with a protected identity, on paper that others carry about: they are left out unless the caller says
 * otherwise, or asks to be told first when any are among the chosen.
 */
const protectedChoices = ['leaveOut', 'ask', 'include'] as const;
export type ProtectedChoice = (typeof protectedChoices)[number];

export const layouts = ['cards', 'pages'] as const;

export const passwords = {
  rules: query('GET /user/passwordrules', {
    summary: 'What a new password must be here',
    permission: 'passwords.set',
    input: Nothing,
    output: z.object({ minimum: z.number().int(), needsNumber: z.boolean() }),
  }),
  /** Said to nobody else and kept nowhere: it becomes a password when it is sent with `change`. */
  suggest: query('GET /password/suggestion', {
    summary: 'A password that is easy to read and type, and hard to guess, by the rules here',
    permission: 'passwords.set',
    input: Nothing,
    output: z.object({ password: z.string() }),
  }),
  /** One's own is changed where one signs in, so no current password is asked for. */
  change: command('PUT /user/changepassword', {
    summary: 'Sets a user’s password and unlocks the account; never one’s own',
    permission: 'passwords.set',
    event: 'user.password-changed',
    secret: true,
    input: NewPassword.extend({
      userName: UserName,
      mustChangeAtLogin: z.boolean().default(true),
    }).refine(sameTwice, notTheSame),
    output: Done,
    errors: [
      'user.not-found',
      'user.expired',
      'user.guest',
      'password.refused',
      'password.own',
      'password.admin-account',
    ],
  }),
  issue: command('POST /user/firsttimepasswords', {
    summary:
      'Makes first-time passwords for up to a hundred users, shown once: as an answer, or as a PDF to hand out',
    permission: 'passwords.issue',
    load: 'heavy',
    event: 'user.first-time-passwords-issued',
    secret: true,
    input: z.object({
      userNames: z.array(UserName).min(1).max(MOST_AT_ONCE),
      mustChange: z.boolean().default(true),
      output: z.enum(['screen', 'pdf']).default('screen'),
      /** Of the PDF: cards to cut out, or one person a page. */
      layout: z.enum(layouts).default('cards'),
      language: z.enum(['nb', 'nn', 'en']).default('nb'),
      /** Of the PDF. */
      protectedPeople: z.enum(protectedChoices).default('leaveOut'),
    }),
    output: z.object({ Items: z.array(FirstTimePassword), failed: z.array(BulkFailure) }),
    errors: [
      'user.not-found',
      'user.expired',
      'user.guest',
      'password.own',
      'password.admin-account',
      'password.protected-among',
    ],
  }),
  unlock: command('PUT /user/unlock', {
    summary: 'Lifts the lock of an account after too many failed sign-ins, also in the directory',
    permission: 'passwords.set',
    event: 'user.unlocked',
    input: z.object({ userName: UserName }),
    output: Done,
    errors: ['user.not-found', 'user.expired', 'user.guest'],
  }),
};
