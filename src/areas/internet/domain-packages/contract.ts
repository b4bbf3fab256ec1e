/** What locks leave open: domain packages, pages that are always open, exam resources (specification §2, §3, §5, §7). */
import { z } from 'zod';

import { LockRow } from '#areas/internet/locks/contract.ts';
import { BulkResult } from '#kernel/bulk.ts';
import { command, query } from '#kernel/contract.ts';
import { Moment, Nothing, patterns, RowId, RowVersion } from '#kernel/fields.ts';
import { defineList, rowMarks } from '#kernel/list.ts';

export const packageScopes = ['school', 'global'] as const;

export const PackageRow = z.object({
  id: z.number().int(),
  name: z.string(),
  scope: z.enum(packageScopes),
  domains: z.array(z.string()),
  domainCount: z.number().int(),
  /** Locks to come and in force that open it. */
  inUse: z.number().int(),
  changed: Moment,
  changedBy: z.string(),
  version: z.number().int(),
  ...rowMarks,
});
export type PackageRow = z.output<typeof PackageRow>;

export const PackageDetail = PackageRow.extend({
  /** The locks of the reader's school among those that open it. */
  usedBy: z.array(LockRow),
});
export type PackageDetail = z.output<typeof PackageDetail>;

const common = {
  row: PackageRow,
  key: 'id',
  columns: {
    name: { kind: 'text', shown: true, width: 240 },
    domains: { kind: 'list', shown: true, sort: false, width: 320 },
    domainCount: { kind: 'number', shown: true, width: 100 },
    inUse: { kind: 'number', shown: true, width: 110 },
    changed: { kind: 'moment', shown: true, width: 160 },
    changedBy: { kind: 'text', width: 180 },
  },
  filters: { inUse: { kind: 'flag' } },
  sort: { by: 'name', dir: 'asc' },
  search: true,
} as const;
export const schoolPackageList = defineList({ ...common, id: 'school-packages' });
export const globalPackageList = defineList({ ...common, id: 'global-packages' });

const MOST_DOMAINS = 500;
const MOST_NAMED = 100;
/** What a domain may be is the handler's to say, so that a message can name the faulty one. */
const Domains = z.array(z.string().trim().min(1).max(300)).max(MOST_DOMAINS);
const Name = z.string().trim().min(1).max(64).regex(patterns.noAngles.regex, { error: 'angles' });

const Id = RowId;
const Ids = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(',').filter(Boolean) : value),
  z.array(Id).min(1).max(MOST_NAMED),
);
const New = z.object({ name: Name, domains: Domains.min(1) });
const Changes = z.object({
  id: Id,
  version: RowVersion.optional(),
  name: Name.optional(),
  domains: Domains.min(1).optional(),
});

export const schoolPackages = {
  list: query('POST /domaingroup/school/list', {
    summary: 'The domain packages of the school',
    permission: 'domains.read',
    input: schoolPackageList.query,
    output: schoolPackageList.result,
  }),
  add: command('POST /domaingroup/school/add', {
    summary: 'Makes a domain package for the school',
    permission: 'domains.manage',
    event: 'domain-package.added',
    input: New,
    output: PackageRow,
    errors: ['request.invalid', 'school.not-chosen', 'domain-package.name-taken'],
  }),
  update: command('PUT /domaingroup/school/update', {
    summary: 'Changes a domain package; locks in force open the new list at once',
    permission: 'domains.manage',
    event: 'domain-package.changed',
    input: Changes,
    output: PackageRow,
    errors: ['request.invalid', 'domain-package.not-found', 'domain-package.name-taken', 'row.stale'],
  }),
  remove: command('DELETE /domaingroup/school/delete', {
    summary: 'Deletes domain packages that no lock uses',
    permission: 'domains.manage',
    event: 'domain-package.deleted',
    input: z.object({ ids: Ids }),
    output: BulkResult,
    errors: ['domain-package.not-found', 'domain-package.in-use'],
  }),
  detail: query('GET /domaingroup/school/:id', {
    summary: 'A domain package and the locks that open it',
    permission: 'domains.read',
    input: z.object({ id: Id }),
    output: PackageDetail,
    errors: ['domain-package.not-found'],
  }),
};

export const globalPackages = {
  list: query('POST /domaingroup/global/list', {
    summary: 'The domain packages everybody may use',
    permission: 'domains.read',
    input: globalPackageList.query,
    output: globalPackageList.result,
  }),
  add: command('POST /domaingroup/global/add', {
    summary: 'Makes a domain package for all schools',
    permission: 'domains.global',
    event: 'domain-package.added',
    input: New,
    output: PackageRow,
    errors: ['request.invalid', 'domain-package.name-taken'],
  }),
  update: command('PUT /domaingroup/global/update', {
    summary: 'Changes a domain package of all schools; locks in force open the new list at once',
    permission: 'domains.global',
    event: 'domain-package.changed',
    input: Changes,
    output: PackageRow,
    errors: ['request.invalid', 'domain-package.not-found', 'domain-package.name-taken', 'row.stale'],
  }),
  remove: command('DELETE /domaingroup/global/delete', {
    summary: 'Deletes domain packages of all schools that no lock uses',
    permission: 'domains.global',
    event: 'domain-package.deleted',
    input: z.object({ ids: Ids }),
    output: BulkResult,
    errors: ['domain-package.not-found', 'domain-package.in-use'],
  }),
  detail: query('GET /domaingroup/global/:id', {
    summary: 'A domain package of all schools and the locks of this school that open it',
    permission: 'domains.read',
    input: z.object({ id: Id }),
    output: PackageDetail,
    errors: ['domain-package.not-found'],
  }),
};

/** The owner's pages, which a school reads, and the school's own. */
const Pages = z.object({ global: z.array(z.string()), school: z.array(z.string()) });

export const alwaysOpen = {
  get: query('GET /internetlock/alwaysopenpages', {
    summary: 'The pages that are open in every lock',
    permission: 'domains.read',
    input: Nothing,
    output: Pages,
  }),
  update: command('PUT /internetlock/alwaysopenpages', {
    summary: 'Sets the school’s pages; whoever administers all schools sets everybody’s',
    permission: 'domains.manage',
    event: 'always-open-page.changed',
    input: z.object({ school: Domains.optional(), global: Domains.optional() }),
    output: Pages,
    errors: ['request.invalid', 'school.not-chosen', 'access.denied'],
  }),
};

export const ExamResource = z.object({
  id: z.number().int(),
  name: z.string(),
  domains: z.array(z.string()),
});
export type ExamResource = z.output<typeof ExamResource>;
const Resources = z.object({ global: z.array(ExamResource), school: z.array(ExamResource) });
const NewResources = z
  .array(z.strictObject({ id: Id.optional(), name: Name, domains: Domains.min(1) }))
  .max(MOST_NAMED);

export const examResources = {
  get: query('GET /examresource', {
    summary: 'What exam users may use in exams: everybody’s and the school’s',
    permission: 'domains.read',
    input: Nothing,
    output: Resources,
  }),
  update: command('PUT /examresource', {
    summary: 'Sets the school’s exam resources; whoever administers all schools sets everybody’s',
    permission: 'domains.manage',
    event: 'exam-resource.changed',
    input: z.object({ school: NewResources.optional(), global: NewResources.optional() }),
    output: Resources,
    errors: ['request.invalid', 'school.not-chosen', 'exam-resource.name-taken', 'access.denied'],
  }),
};
