import { withActs } from '#areas/internet/locks/server/service.ts';
import type { BulkResult } from '#kernel/bulk.ts';
import type { Route } from '#kernel/contract.ts';
import { type FieldProblem, Refusal, refuse } from '#kernel/errors.ts';
import { domainProblems, keptDomains } from '#kernel/internet/domain.ts';
import { onEach } from '#server/bulk/each.ts';
import { type Context, implement } from '#server/http/endpoint.ts';
import { schoolOf } from '#server/list/scope.ts';

import {
  alwaysOpen,
  examResources,
  globalPackages,
  type PackageDetail,
  type PackageRow,
  schoolPackages,
} from '../contract.ts';
import * as lists from './open-lists.ts';
import * as store from './store.ts';

type Call = Pick<Context<Route>, 'db' | 'actor' | 'scope' | 'now'>;

const authorOf = ({ actor, now }: Call) => ({ by: actor?.displayName ?? '', now });

const schoolAt = ({ scope }: Call): number => schoolOf(scope) ?? refuse('school.not-chosen');

/** The domains as they are kept, or every faulty one by name. */
function faultless(domains: readonly string[], path: string): string[] {
  const problems: FieldProblem[] = domainProblems(domains, path);
  if (problems.length > 0) throw new Refusal('request.invalid', { fields: problems });
  return keptDomains(domains);
}

interface NewPackage {
  name: string;
  domains: readonly string[];
}

async function addPackage(
  context: Call,
  kind: store.PackageScope,
  { name, domains }: NewPackage,
): Promise<PackageRow> {
  const { db, scope, now } = context;
  const schoolId = kind === 'global' ? null : schoolAt(context);
  const written = { name, domains: faultless(domains, 'domains'), ...authorOf(context) };
  return store.findPackage(db, scope, kind, await store.insertPackage(db, schoolId, written), now);
}

interface Changes extends Partial<NewPackage> {
  id: number;
  version?: number | undefined;
}

async function changePackage(
  context: Call,
  kind: store.PackageScope,
  { id, version, name, domains }: { [Key in keyof Changes]: Changes[Key] | undefined } & { id: number },
): Promise<PackageRow> {
  const { db, scope, now } = context;
  await store.holdPackage(db, id);
  const known = await store.findPackage(db, scope, kind, id, now);
  if (version !== undefined && version !== known.version) refuse('row.stale');
  await store.updatePackage(db, id, {
    name: name ?? known.name,
    domains: domains ? faultless(domains, 'domains') : known.domains,
    ...authorOf(context),
  });
  return store.findPackage(db, scope, kind, id, now);
}

const removePackages = (
  { db, scope, now }: Call,
  kind: store.PackageScope,
  ids: readonly number[],
): Promise<BulkResult> =>
  onEach(db, ids.map(String), async (id) => {
    // Held first and looked at after: a lock that somebody has just laid with it counts.
    await store.holdPackage(db, Number(id));
    const known = await store.findPackage(db, scope, kind, Number(id), now);
    if (known.inUse > 0) refuse('domain-package.in-use', { params: { name: known.name } });
    await store.deletePackage(db, known.id);
  });

async function readPackage(
  { db, scope, now, actor }: Call,
  kind: store.PackageScope,
  id: number,
): Promise<PackageDetail> {
  const known = await store.findPackage(db, scope, kind, id, now);
  const usedBy = await store.locksUsing(db, scope, id, now);
  return { ...known, usedBy: usedBy.map((lock) => withActs(actor, lock)) };
}

export const schoolPackageHandlers = implement(schoolPackages, {
  list: ({ db, scope, input, now }) => store.listPackages(db, scope, 'school', input, now),
  add: (context) => addPackage(context, 'school', context.input),
  update: (context) => changePackage(context, 'school', context.input),
  remove: (context) => removePackages(context, 'school', context.input.ids),
  detail: (context) => readPackage(context, 'school', context.input.id),
});

export const globalPackageHandlers = implement(globalPackages, {
  list: ({ db, scope, input, now }) => store.listPackages(db, scope, 'global', input, now),
  add: (context) => addPackage(context, 'global', context.input),
  update: (context) => changePackage(context, 'global', context.input),
  remove: (context) => removePackages(context, 'global', context.input.ids),
  detail: (context) => readPackage(context, 'global', context.input.id),
});

/** Everybody's list is set by whoever administers all schools. */
function mustBeOwner({ scope }: Call): void {
  if (scope.kind !== 'owner') {
    refuse('access.denied', { why: { rule: 'domains.global', grantedBy: ['superadmin'] } });
  }
}

async function readPages({ db, scope }: Call) {
  const school = schoolOf(scope);
  return {
    global: await lists.alwaysOpenPages(db, null),
    school: school === undefined ? [] : await lists.alwaysOpenPages(db, school),
  };
}

export const alwaysOpenHandlers = implement(alwaysOpen, {
  get: readPages,
  async update(context) {
    const { db, input } = context;
    if (input.global) {
      mustBeOwner(context);
      await lists.writeAlwaysOpen(db, null, faultless(input.global, 'global'), authorOf(context));
    }
    if (input.school) {
      const domains = faultless(input.school, 'school');
      await lists.writeAlwaysOpen(db, schoolAt(context), domains, authorOf(context));
    }
    return readPages(context);
  },
});

async function readResources({ db, scope }: Call) {
  const school = schoolOf(scope);
  return {
    global: await lists.examResources(db, null),
    school: school === undefined ? [] : await lists.examResources(db, school),
  };
}

const faultlessResources = (
  resources: readonly lists.WantedResource[],
  path: string,
): lists.WantedResource[] => {
  const problems: FieldProblem[] = resources.flatMap(({ domains }, index) =>
    domainProblems(domains, `${path}.${index}.domains`),
  );
  if (problems.length > 0) throw new Refusal('request.invalid', { fields: problems });
  return resources.map((resource) => ({ ...resource, domains: keptDomains(resource.domains) }));
};

export const examResourceHandlers = implement(examResources, {
  get: readResources,
  async update(context) {
    const { db, input } = context;
    if (input.global) {
      mustBeOwner(context);
      const wanted = faultlessResources(input.global, 'global');
      await lists.writeExamResources(db, null, wanted, authorOf(context));
    }
    if (input.school) {
      const wanted = faultlessResources(input.school, 'school');
      await lists.writeExamResources(db, schoolAt(context), wanted, authorOf(context));
    }
    return readResources(context);
  },
});
