/** What writing a lock needs besides the lock itself: choices, a look at what it would do, templates, lessons. */
import { z } from 'zod';

import {
  LockGroup,
  LockId,
  NamedPackage,
  OpenEntry,
  Settings,
  Text,
  Time,
} from '#areas/internet/locks/contract.ts';
import { command, query } from '#kernel/contract.ts';
import { Moment, Nothing, orNothing } from '#kernel/fields.ts';
import { chatRestrictions } from '#kernel/internet/lock-times.ts';

/** A lock while it is being written: what is lacking is simply not said yet. */
const Draft = z.object({
  /** The lock that is being changed. */
  id: LockId.optional(),
  groupNames: z.array(z.string().min(1).max(64)).max(100).default([]),
  immediate: z.boolean().default(false),
  start: orNothing(Time).optional(),
  end: orNothing(Time).optional(),
  ...Settings,
});
export type LockDraft = z.output<typeof Draft>;

const Exists = z.object({ exists: z.boolean() });
const ByName = z.object({ n: z.string().min(1).max(64) });
const Search = z.object({ search: z.string().trim().max(100).default('') });

const Template = z.object({
  id: z.number().int(),
  name: z.string(),
  description: z.string(),
  ownDomains: z.array(z.string()),
  domainPackageIds: z.array(z.number()),
  examResources: z.boolean(),
  chat: z.enum(chatRestrictions),
});
export type LockTemplate = z.output<typeof Template>;

const Clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
const Lesson = z.strictObject({ start: Clock, end: Clock });
export type Lesson = z.output<typeof Lesson>;

/** What a lock would do, before it is made. */
const Preview = z.object({
  /** Empty while the times cannot be. */
  activeFrom: Moment.nullable(),
  exam: z.boolean(),
  people: z.number().int(),
  open: z.array(OpenEntry),
  chatTimes: z.object({ asked: Moment, certain: Moment, free: Moment }).nullable(),
  chatLate: z.boolean(),
  collisions: z.array(
    z.object({
      id: z.number().int(),
      description: z.string(),
      groups: z.array(z.string()),
      from: Moment,
      until: Moment,
    }),
  ),
});
export type LockPreview = z.output<typeof Preview>;

export const lockForm = {
  choices: query('GET /internetlock/choices', {
    summary: 'What the form of a lock has to choose from: packages, templates, the school’s lessons',
    permission: 'locks.manage',
    input: Nothing,
    output: z.object({
      packages: z.array(NamedPackage),
      templates: z.array(Template),
      lessons: z.array(Lesson),
      now: Moment,
    }),
  }),
  preview: query('POST /internetlock/preview', {
    summary: 'What a lock would do if it were made: what it opens, whom it reaches, what it collides with',
    permission: 'locks.manage',
    load: 'heavy',
    rate: 'search',
    input: Draft,
    output: Preview,
  }),
  targets: query('GET /internetlock/targets', {
    summary: 'Groups and exam groups a lock can be laid on',
    permission: 'locks.manage',
    rate: 'search',
    input: Search,
    output: z.object({ Items: z.array(LockGroup.extend({ type: z.string(), members: z.number().int() })) }),
  }),
  userExists: query('GET /internetlock/doesuserexist/:n', {
    summary: 'Whether there is a user of this name',
    permission: 'locks.manage',
    calledBy: 'integration',
    input: ByName,
    output: Exists,
  }),
  groupExists: query('GET /internetlock/doesgroupexist/:n', {
    summary: 'Whether there is a group of this name to lay a lock on',
    permission: 'locks.manage',
    calledBy: 'integration',
    input: ByName,
    output: Exists,
  }),
  userOrGroupExists: query('GET /internetlock/doesuserorgroupexist/:n', {
    summary: 'Whether a name is a user’s or a group’s',
    permission: 'locks.manage',
    calledBy: 'integration',
    input: ByName,
    output: Exists.extend({ kind: z.enum(['user', 'group']).optional() }),
  }),
  addTemplate: command('POST /internetlock/template', {
    summary: 'Keeps the settings of a lock under a name; one of the same name is replaced',
    permission: 'locks.manage',
    event: 'lock-template.saved',
    input: z.object({ name: Text.max(64), description: Text, ...Settings }),
    output: Template,
    errors: ['request.invalid', 'school.not-chosen', 'domain-package.not-found'],
  }),
  removeTemplate: command('DELETE /internetlock/template/:id', {
    summary: 'Deletes a template',
    permission: 'locks.manage',
    event: 'lock-template.deleted',
    input: z.object({ id: LockId }),
    output: z.object({}),
    errors: ['lock-template.not-found'],
  }),
  setLessons: command('PUT /internetlock/lessontimes', {
    summary: 'Sets when the school’s lessons are',
    permission: 'domains.manage',
    event: 'lesson-time.changed',
    input: z.object({ lessons: z.array(Lesson).max(20) }),
    output: z.object({ lessons: z.array(Lesson) }),
    errors: ['request.invalid', 'school.not-chosen'],
  }),
};
