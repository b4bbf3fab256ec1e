/** Signing in and the signed-in user (specification §4 "Authentication", §7 "Token"). */
import { z } from 'zod';

import { NewPassword, notTheSame, sameTwice } from '#areas/users/passwords/contract.ts';
import { command, query } from '#kernel/contract.ts';
import { Done, Moment, Nothing, PageNumber, whole } from '#kernel/fields.ts';
import { pageOf } from '#kernel/list.ts';
import { permissions, roles } from '#kernel/permissions.ts';

/**
 * The client's name and secret are fixed constants of the product (specification §9). They stand in every browser, so
 * nothing trusts them; they are sent because the wire contract says so.
 */
export const client = { id: 'vaktmester-web', secret: 'vaktmester-web' } as const;

/** F: user name and password. C: a single-use code in the user name's place, with an empty password. */
export const authTypes = ['F', 'C'] as const;

const clientFields = { client_id: z.literal(client.id), client_secret: z.literal(client.secret) };

const PasswordGrant = z.object({
  ...clientFields,
  grant_type: z.literal('password'),
  username: z.string().min(1).max(256),
  password: z.string().max(1_000),
  auth_type: z.enum(authTypes),
  /** A one-time code, once the answer has asked for it (`sign-in.otp-needed`). */
  otp: z.string().max(60).optional(),
});

const RefreshGrant = z.object({
  ...clientFields,
  grant_type: z.literal('refresh_token'),
  refresh_token: z.string().min(1).max(256),
  /** Code of the school to stand at; empty = the whole owner. Left out: stay. */
  current_school: z.string().max(20).optional(),
});

/** One object for the contract; which fields belong together is checked by `grant_type`. */
export const TokenRequest = z
  .object({
    ...clientFields,
    grant_type: z.enum(['password', 'refresh_token']),
    username: PasswordGrant.shape.username.optional(),
    password: PasswordGrant.shape.password.optional(),
    auth_type: PasswordGrant.shape.auth_type.optional(),
    otp: PasswordGrant.shape.otp,
    refresh_token: RefreshGrant.shape.refresh_token.optional(),
    current_school: RefreshGrant.shape.current_school,
  })
  .superRefine((form, context) => {
    const needed =
      form.grant_type === 'password'
        ? (['username', 'password', 'auth_type'] as const)
        : (['refresh_token'] as const);
    for (const field of needed) {
      if (form[field] === undefined) context.addIssue({ code: 'custom', path: [field], message: 'required' });
    }
  });

export const TokenAnswer = z.object({
  userName: z.string(),
  access_token: z.string(),
  refresh_token: z.string(),
  /** Seconds. */
  expires_in: z.number(),
  '.expires': Moment,
  '.issued': Moment,
});
export type TokenAnswer = z.output<typeof TokenAnswer>;

export const SchoolChoice = z.object({
  id: z.number(),
  code: z.string(),
  name: z.string(),
  abbreviation: z.string(),
});
export type SchoolChoice = z.output<typeof SchoolChoice>;

export const authLevels = ['password', 'password-mfa', 'code', 'feide', 'feide-mfa'] as const;

export const Me = z.object({
  userName: z.string(),
  displayName: z.string(),
  email: z.string().nullable(),
  /** Every role in force; `school`: the code, null = held for the whole owner. */
  roles: z.array(z.object({ role: z.enum(roles), school: z.string().nullable() })),
  /** The roles that count where the session stands. */
  rolesHere: z.array(z.enum(roles)),
  /** The schools to choose among; empty for a role that reaches all of them, who searches with `GET /school/mine`. */
  schools: z.array(SchoolChoice),
  /** null = the whole owner, or nowhere. */
  currentSchool: SchoolChoice.nullable(),
  mayStandAtOwner: z.boolean(),
  permissions: z.array(z.enum(permissions)),
  language: z.string().nullable(),
  authLevel: z.enum(authLevels),
  loginTime: Moment,
  /** No role opens anything for this user anywhere (specification §6). */
  noAccess: z.boolean(),
  ownerName: z.string(),
  /** Has a password that the portal itself keeps, which the user may change. */
  hasPassword: z.boolean(),
});
export type Me = z.output<typeof Me>;

export const OwnSession = z.object({
  id: z.uuid(),
  authLevel: z.enum(authLevels),
  createdAt: Moment,
  lastUsedAt: Moment,
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  /** The session the question was asked in. */
  isCurrent: z.boolean(),
});
export type OwnSession = z.output<typeof OwnSession>;

export const login = {
  token: command('POST /token', {
    summary: 'Sign in, renew the tokens, or switch school',
    permission: 'anyone',
    calledBy: 'sign-in',
    sends: 'form',
    rate: 'sign-in',
    event: 'sign-in.completed',
    operation: 'own',
    secret: true,
    input: TokenRequest,
    output: TokenAnswer,
    errors: [
      'sign-in.refused',
      'sign-in.locked',
      'sign-in.must-change',
      'sign-in.otp-needed',
      'sign-in.otp-wrong',
      'sign-in.code-invalid',
      'sign-in.refresh-invalid',
      'sign-in.school-invalid',
    ],
  }),
  me: query('GET /user/info', {
    summary: 'The signed-in user: roles, schools, permissions',
    permission: 'signed-in',
    input: Nothing,
    output: Me,
  }),
  changeOwnPassword: command('PUT /usersettings/changepassword', {
    summary: 'Change the password of one’s own portal account, by the current one; other sessions end',
    permission: 'anyone',
    rate: 'sign-in',
    event: 'sign-in.password-set',
    operation: 'own',
    secret: true,
    input: NewPassword.extend({
      userName: TokenRequest.shape.username.unwrap(),
      currentPassword: z.string().min(1).max(1_000),
      /** Of the second factor, without a session of one’s own. */
      otp: PasswordGrant.shape.otp,
    }).refine(sameTwice, notTheSame),
    output: Done,
    errors: [
      'sign-in.refused',
      'sign-in.locked',
      'sign-in.otp-needed',
      'sign-in.otp-wrong',
      'password.refused',
    ],
  }),
  recover: command('PUT /usersettings/recover', {
    summary: 'Set a new password with the printed recovery code, which is used up; answers the next one',
    permission: 'anyone',
    rate: 'sign-in',
    event: 'sign-in.recovered',
    operation: 'own',
    secret: true,
    input: NewPassword.extend({
      userName: TokenRequest.shape.username.unwrap(),
      recoveryCode: z.string().trim().min(1).max(60),
    }).refine(sameTwice, notTheSame),
    output: z.object({ recoveryCode: z.string() }),
    errors: ['sign-in.refused', 'sign-in.locked', 'password.refused'],
  }),
  /** Turned page by page: a role of the whole owner may stand at thousands of schools. */
  mySchools: query('GET /school/mine', {
    summary: 'The schools the signed-in user may stand at, by name',
    permission: 'signed-in',
    rate: 'search',
    input: z.object({
      search: z.string().trim().max(200).default(''),
      page: PageNumber.default(1),
      pageSize: whole(1, 100).default(30),
    }),
    output: pageOf(SchoolChoice),
  }),
  /** A GET by the specification; it takes the bearer token and its companion, so a foreign page cannot cause it. */
  signOut: query('GET /usersettings/logout', {
    summary: 'End the session; answers where to sign out of the federation',
    permission: 'signed-in',
    input: Nothing,
    output: z.object({ endSessionUrl: z.string().optional() }),
  }),
  sessions: query('GET /usersettings/sessions', {
    summary: "The user's own sessions, latest used first",
    permission: 'signed-in',
    input: Nothing,
    output: z.array(OwnSession),
  }),
  endSession: command('DELETE /usersettings/sessions', {
    summary: "End one of the user's own sessions, or all but this one",
    permission: 'signed-in',
    event: 'session.ended',
    input: z.object({ id: z.uuid().optional() }),
    output: z.object({ ended: z.number() }),
    errors: ['session.not-found'],
  }),
  federationStart: query('GET /auth/feide/start', {
    summary: 'Go to the federation to sign in',
    permission: 'anyone',
    calledBy: 'sign-in',
    rate: 'sign-in',
    // As of every address that the federation leads to: what it adds is not ours to refuse.
    input: z.looseObject({
      language: z.enum(['nb', 'nn', 'en', 'fr']).default('nb'),
      returnUrl: z.string().max(2_000).optional(),
    }),
    output: Nothing,
    errors: ['sign-in.federation-failed'],
  }),
  /** Whatever the federation sends is read by its protocol's library, so nothing is refused here. */
  federationCallback: query('GET /auth/feide/callback', {
    summary: 'Come back from the federation',
    permission: 'anyone',
    calledBy: 'sign-in',
    rate: 'sign-in',
    input: z.looseObject({}),
    output: Nothing,
  }),
  /** For the 'Access denied' page, whose reader has no session here but one at the federation. */
  federationEnd: query('GET /auth/feide/end', {
    summary: 'Go to the federation to sign out there',
    permission: 'anyone',
    calledBy: 'sign-in',
    input: Nothing,
    output: Nothing,
  }),
  federationSignedOut: query('GET /auth/feide/loggedout', {
    summary: 'Come back from signing out of the federation',
    permission: 'anyone',
    calledBy: 'sign-in',
    input: z.looseObject({ state: z.string().max(200).optional() }),
    output: Nothing,
  }),
};
