/** What is told of a lock: one that is there, and one that is still being written. */
import type { LockDraft, LockPreview } from '#areas/internet/lock-form/contract.ts';
import { refuse } from '#kernel/errors.ts';
import { accessUnder } from '#kernel/internet/decide.ts';
import { keptDomains } from '#kernel/internet/domain.ts';
import {
  activeFrom,
  chatPhaseAt,
  chatSince,
  type ChatTimes,
  chatTimes,
  isChatLate,
  type Period,
} from '#kernel/internet/lock-times.ts';

import type { LockDetail } from '../contract.ts';
import { type Asking, beginsAfter, chattingOf, dateOf, readingOf, schoolAt, withActs } from './act.ts';
import { asSent } from './explain.ts';
import { alwaysOpenAt, entriesOf, examResourcesAt, packagesAt } from './opens.ts';
import * as store from './store.ts';
import * as on from './targets.ts';

export async function readDetail(asking: Asking, id: number): Promise<LockDetail> {
  const { db, scope, actor } = asking;
  const reading = readingOf(asking);
  const lock = (await store.findLock(db, reading, id)) ?? refuse('internet-lock.not-found');
  const packages = await packagesAt(db, lock.schoolId, lock.packageIds);
  const resources = lock.examResources ? await examResourcesAt(db, lock.schoolId) : [];
  const period = { from: new Date(lock.activeFrom), until: new Date(lock.end) };
  const always = await alwaysOpenAt(db, lock.schoolId);
  const entries = entriesOf({ id, ownDomains: lock.ownDomains, packages, resources }, true);
  const { open } = accessUnder([{ id, exam: lock.exam, opened: false, open: entries, always }]);
  return {
    ...withActs(actor, lock),
    domainPackages: packages,
    people: await on.countPeople(db, reading, lock),
    open: open.map(asSent),
    openedUsers: await store.readOpenings(db, id, scope),
    chatTimes: lock.chat === 'none' ? null : withPhase(chatTimes(period, lock.chatSince), period, asking.now),
  };
}

const withPhase = (times: ChatTimes, { until }: Period, now: Date) =>
  Object.assign(asTimes(times), { phase: chatPhaseAt(times, until, now) });

const asTimes = ({ asked, certain, free }: ChatTimes) => ({
  asked: asked.toISOString(),
  certain: certain.toISOString(),
  free: free.toISOString(),
});

/** What a lock would do; whatever is not said yet is left out of it, and nothing is refused. */
export async function preview(asking: Asking, draft: LockDraft): Promise<LockPreview> {
  const { db, now } = asking;
  const reading = readingOf(asking);
  const schoolId = schoolAt(asking.scope);
  const targets = await on.findTargets(db, reading, schoolId, draft.groupNames);
  const known = draft.id === undefined ? undefined : await store.findLock(db, reading, draft.id);
  const exam = targets.examGroupIds.length > 0;
  const start = draft.immediate
    ? known?.immediate === true
      ? new Date(known.start)
      : now
    : dateOf(draft.start);
  const hasTimes = (draft.immediate || start !== undefined) && dateOf(draft.end) !== undefined;
  const from = known
    ? beginsAfter(known, { start: start ?? new Date(known.start), exam }, now)
    : activeFrom({ start, exam, created: now });
  const period = { from, until: dateOf(draft.end) ?? from };
  const since = known ? chatSince(chattingOf(known), { ...period, chat: draft.chat }, now) : now;

  const packages = await packagesAt(db, schoolId, draft.domainPackageIds);
  const resources = draft.examResources && exam ? await examResourcesAt(db, schoolId) : [];
  const contents = { id: undefined, ownDomains: keptDomains(draft.ownDomains), packages, resources };
  const always = await alwaysOpenAt(db, schoolId);
  const { open } = accessUnder([{ id: 0, exam, opened: false, open: entriesOf(contents, true), always }]);
  const collisions = hasTimes ? await on.findCollisions(db, targets, period, draft.id) : [];
  const chats = hasTimes && draft.chat !== 'none';
  return {
    activeFrom: hasTimes ? from.toISOString() : null,
    exam,
    people: await on.countPeople(db, reading, targets),
    open: open.map(asSent),
    chatTimes: chats ? asTimes(chatTimes(period, since)) : null,
    chatLate: chats && isChatLate(period, since),
    collisions: collisions.map(({ from: begins, until, id, description, groups }) => ({
      id,
      description,
      groups,
      from: begins.toISOString(),
      until: until.toISOString(),
    })),
  };
}
