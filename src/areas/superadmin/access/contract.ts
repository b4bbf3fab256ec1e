/**
 * Who holds which role where (specification §6: access is granted per school, and the principal orders it), and the
 * reverse of "why?": who can do what with one person.
 */
import { z } from 'zod';

import { SchoolRef } from '#areas/users/contract.ts';
import { command, query } from '#kernel/contract.ts';
import { Day, Moment, orNothing, UserName } from '#kernel/fields.ts';
import { defineList } from '#kernel/list.ts';
import { ownerRoles, permissions, type Role, roles } from '#kernel/permissions.ts';
import { Why } from '#kernel/why.ts';

/** The roles that are held at a school; those of the whole owner are members of the superadmin groups. */
export const schoolRoles = roles.filter(
  (role): role is Exclude<Role, 'superadmin' | 'centralAdmin'> => !ownerRoles.includes(role),
);

export const AccessRow = z.object({
  /** `kari.nordmann@FJB`: a person at a school. */
  id: z.string(),
  userName: z.string(),
  displayName: z.string(),
  roles: z.array(z.enum(roles)),
  school: SchoolRef,
  /** User name of the principal who ordered it; null = it was there before orders were kept. */
  orderedBy: z.string().nullable(),
  orderedByName: z.string().nullable(),
  validTo: Day.nullable(),
  lastLogin: Moment.nullable(),
  added: Moment,
});
export type AccessRow = z.output<typeof AccessRow>;

export const accessList = defineList({
  id: 'access',
  row: AccessRow,
  key: 'id',
  columns: {
    displayName: { kind: 'text', shown: true, width: 210 },
    roles: { kind: 'list', shown: true, sort: false, width: 230 },
    school: { kind: 'text', shown: true, width: 190 },
    orderedBy: { kind: 'text', shown: true, width: 170 },
    validTo: { kind: 'date', shown: true, width: 120 },
    lastLogin: { kind: 'moment', width: 160 },
    userName: { kind: 'text', width: 140 },
    added: { kind: 'moment', width: 160 },
  },
  filters: {
    role: { kind: 'choice', choices: schoolRoles, several: true },
    school: { kind: 'lookup', lookup: '/import/schools', ofSchool: true },
    expiresBefore: { kind: 'day' },
  },
  sort: { by: 'displayName', dir: 'asc' },
  search: true,
});

const SchoolAdmin = AccessRow.omit({ school: true, id: true, added: true });
export type SchoolAdmin = z.output<typeof SchoolAdmin>;

export const Able = z.object({
  userName: z.string(),
  displayName: z.string(),
  role: z.enum(roles),
  /** Where the role is held; null = for the whole owner. */
  school: SchoolRef.nullable(),
  orderedBy: z.string().nullable(),
  validTo: Day.nullable(),
  acts: z.array(z.enum(permissions)),
});
export type Able = z.output<typeof Able>;

/** How far a right of a role reaches. */
const reaches = ['own-groups', 'school', 'owner'] as const;

export const HeldRole = z.object({
  role: z.enum(roles),
  /** Where it is held; null = for the whole owner. */
  school: SchoolRef.nullable(),
  orderedBy: z.string().nullable(),
  validTo: Day.nullable(),
  /** False while the person's place at the school is blocked, or after its last day. */
  isInForce: z.boolean(),
  gives: z.array(z.object({ permission: z.enum(permissions), reach: z.enum(reaches) })),
});
export type HeldRole = z.output<typeof HeldRole>;

/** One right, as somebody has it at a school: how far it reaches, or why they lack it. */
const SeenRight = z.object({
  permission: z.enum(permissions),
  reach: z.enum(reaches).nullable(),
  why: Why.nullable(),
});
export type SeenRight = z.output<typeof SeenRight>;

export const access = {
  list: query('POST /superadminsettings/schoolaccess/list', {
    summary: 'Who holds which roles at which school',
    permission: 'access.order',
    input: accessList.query,
    output: accessList.result,
  }),
  change: command('PUT /superadminsettings/schoolaccess', {
    summary: 'Gives a person exactly these roles at a school, as its principal ordered; none takes them away',
    permission: 'access.order',
    event: 'access.ordered',
    input: z.object({
      userName: UserName,
      school: z.string().min(1).max(20),
      roles: z.array(z.enum(schoolRoles)).max(schoolRoles.length),
      orderedBy: UserName,
      /** The last day; nothing = until it is taken away. */
      validTo: orNothing(Day).optional(),
    }),
    output: z.object({
      userName: z.string(),
      access: z.array(
        z.object({
          school: SchoolRef,
          roles: z.array(z.enum(roles)),
          orderedBy: z.string().nullable(),
          validTo: Day.nullable(),
        }),
      ),
    }),
    errors: ['user.not-found', 'school.not-found'],
  }),
  admins: query('GET /school/admins', {
    summary: 'The administrators of the current school, and of the whole owner where one stands at none',
    permission: 'access.read',
    input: z.object({}),
    output: z.object({ Items: z.array(SchoolAdmin) }),
  }),
  roles: query('POST /school/roles', {
    summary: 'The roles of a person at the current school and for the whole owner, and what each gives',
    permission: 'access.read',
    input: z.object({ userName: UserName }),
    output: z.object({ Items: z.array(HeldRole) }),
    errors: ['user.not-found'],
  }),
  seeAs: query('POST /school/seeas', {
    summary:
      'The rights a person has at the current school, and why they lack the others; every look is logged',
    permission: 'access.read',
    event: 'user.seen-as',
    input: z.object({ userName: UserName }),
    output: z.object({
      userName: z.string(),
      displayName: z.string(),
      school: SchoolRef.nullable(),
      /** False: the account is closed, so nothing of it can be used. */
      signsIn: z.boolean(),
      Items: z.array(SeenRight),
    }),
    errors: ['user.not-found'],
  }),
  whoCan: query('POST /superadmin/whocan', {
    summary: 'Who can do what with a person, by which role and until when',
    permission: 'access.order',
    load: 'heavy',
    input: z.object({ userName: UserName }),
    output: z.object({
      userName: z.string(),
      displayName: z.string(),
      shielded: z.boolean(),
      /** The acts that were looked at, in order. */
      acts: z.array(z.enum(permissions)),
      Items: z.array(Able),
    }),
    errors: ['user.not-found'],
  }),
};
