/**
 * What people do in the portal on a day: through its endpoints, as those who may. Many a wish is refused, as in life;
 * what is counted is what was done.
 */
import { z } from 'zod';

import { deactivations } from '#areas/tools/deactivations/contract.ts';
import { identities } from '#areas/tools/identities/contract.ts';
import { personalNumbers } from '#areas/tools/personal-numbers/contract.ts';
import { blockedAccess, temporaryAccess } from '#areas/tools/school-access/contract.ts';
import { manyUsers } from '#areas/users/many/contract.ts';
import { primarySchool } from '#areas/users/primary-school/contract.ts';
import type { Route } from '#kernel/contract.ts';
import { addDays } from '#kernel/dates.ts';
import type { Caller } from '#server/testing/house.ts';

import type { Chance } from './chance.ts';

export interface Person {
  userName: string;
  number: string;
  /** The account is closed, and may be deleted for good. */
  isExpired: boolean;
}

interface Desk {
  /** School administrators, one at each school. */
  leaders: readonly Caller[];
  schoolCodes: readonly string[];
  superadmin: Caller;
  draw: Chance;
  /** Everybody with an account, as the tables have them this morning. */
  everybody: readonly Person[];
  newNumber: () => string;
  day: string;
}

export type Done = Record<string, number>;

/** Answers a day may give to a wish: done, not there, contradicts something, not allowed as asked. */
const polite = new Set([200, 404, 409, 422, 423]);

/** What the evening refuses (specification §9): answers what was let through all the same. */
export async function askTooLate({ superadmin, everybody, draw, newNumber }: Desk): Promise<string[]> {
  const { userName, number } = draw.of(everybody) ?? { userName: 'ingen', number: '' };
  const asked = await superadmin.request(personalNumbers.update.signature, {
    userName,
    oldSsn: number,
    newSsn: newNumber(),
  });
  return asked.status === 423 ? [] : [`a number was changed in the evening: ${asked.status} ${asked.text}`];
}

/** A morning's wishes; counts by route how many were carried out. */
export async function workADay(desk: Desk, done: Done): Promise<void> {
  const { draw } = desk;
  for (let wishes = draw.below(4); wishes > 0; wishes -= 1) {
    const wish = draw.of(wishesThereAre);
    if (wish)
      await wish(desk, async (caller, route, input) => {
        const { status, body, text } = await caller.request(route.signature, input);
        if (!polite.has(status)) throw new Error(`${desk.day} ${route.signature}: ${status} ${text}`);
        const refused =
          typeof body === 'object' && body !== null && 'failed' in body && Array.isArray(body.failed)
            ? body.failed.length
            : 0;
        if (status === 200 && refused === 0) done[route.signature] = (done[route.signature] ?? 0) + 1;
        return status === 200 ? body : undefined;
      });
  }
}

type Ask = (caller: Caller, route: Route, input: object) => Promise<unknown>;
type Wish = (desk: Desk, ask: Ask) => Promise<void>;

const leaderOf = ({ leaders, draw }: Desk): Caller => {
  const leader = draw.of(leaders);
  if (!leader) throw new Error('No school has an administrator');
  return leader;
};

const nameOf = ({ everybody, draw }: Desk): string => draw.of(everybody)?.userName ?? 'ingen';

/** Every list here has ids. */
const Rows = z.object({ Items: z.array(z.object({ id: z.number() })) });

/** The ids of a list's first page that are in a state. */
async function idsOf(caller: Caller, route: Route, status: string): Promise<number[]> {
  const { body } = await caller.request(route.signature, { status, pageSize: 50 });
  return Rows.parse(body).Items.map(({ id }) => id);
}

const order =
  (route: Route, mayStartNow: boolean): Wish =>
  async (desk, ask) => {
    const { draw, day } = desk;
    const immediate = mayStartNow && draw.oneIn(4);
    const start = immediate ? day : addDays(day, draw.below(10));
    await ask(leaderOf(desk), route, {
      userName: nameOf(desk),
      role: draw.oneIn(3) ? 'student' : 'employee',
      start,
      end: addDays(start, draw.below(45)),
      ...(mayStartNow && { immediate }),
    });
  };

const prolong =
  (list: Route, update: Route): Wish =>
  async (desk, ask) => {
    const leader = leaderOf(desk);
    const id = desk.draw.of(await idsOf(leader, list, 'active'));
    if (id !== undefined) await ask(leader, update, { id, end: addDays(desk.day, desk.draw.below(30)) });
  };

const end =
  (list: Route, remove: Route): Wish =>
  async (desk, ask) => {
    const leader = leaderOf(desk);
    const status = desk.draw.oneIn(2) ? 'active' : 'planned';
    const id = desk.draw.of(await idsOf(leader, list, status));
    if (id !== undefined) await ask(leader, remove, { ids: [id] });
  };

const wishesThereAre: readonly Wish[] = [
  order(temporaryAccess.create, true),
  order(temporaryAccess.create, true),
  order(blockedAccess.create, false),
  order(blockedAccess.create, false),
  order(blockedAccess.create, false),
  prolong(temporaryAccess.list, temporaryAccess.update),
  prolong(blockedAccess.list, blockedAccess.update),
  end(temporaryAccess.list, temporaryAccess.remove),
  end(blockedAccess.list, blockedAccess.remove),
  async function close(desk, ask) {
    const start = addDays(desk.day, desk.draw.below(15));
    await ask(leaderOf(desk), deactivations.addUsers, {
      userNames: [nameOf(desk)],
      start,
      end: addDays(start, 1 + desk.draw.below(20)),
    });
  },
  async function open(desk, ask) {
    const leader = leaderOf(desk);
    const id = desk.draw.of(await idsOf(leader, deactivations.list, 'active'));
    if (id !== undefined) await ask(leader, deactivations.activate, { ids: [id] });
  },
  async function unplan(desk, ask) {
    const leader = leaderOf(desk);
    const id = desk.draw.of(await idsOf(leader, deactivations.list, 'planned'));
    if (id !== undefined) await ask(leader, deactivations.remove, { ids: [id] });
  },
  async function renumber(desk, ask) {
    const person = desk.draw.of(desk.everybody);
    if (!person) return;
    const change = await ask(desk.superadmin, personalNumbers.update, {
      userName: person.userName,
      oldSsn: person.number,
      newSsn: desk.newNumber(),
    });
    // Somebody thinks better of it before 16:00.
    if (change === undefined || !desk.draw.oneIn(3)) return;
    const ids = await idsOf(desk.superadmin, personalNumbers.list, 'registered');
    await ask(desk.superadmin, personalNumbers.remove, { ids });
  },
  async function move(desk, ask) {
    const userName = nameOf(desk);
    const toSchool = desk.draw.of(desk.schoolCodes) ?? '';
    const registered = await ask(desk.superadmin, primarySchool.change, { userName, toSchool });
    if (registered === undefined || !desk.draw.oneIn(4)) return;
    await ask(desk.superadmin, primarySchool.change, { userName, cancel: true });
  },
  async function erase(desk, ask) {
    const gone = desk.draw.of(desk.everybody.filter(({ isExpired }) => isExpired));
    if (gone && desk.draw.oneIn(4)) {
      await ask(desk.superadmin, manyUsers.deleteInactive, { userNames: [gone.userName], confirm: true });
    }
  },
  async function decide(desk, ask) {
    const { body } = await desk.superadmin.request(identities.list.signature, { state: 'open' });
    const [first] = Rows.parse(body).Items;
    if (first) {
      await ask(desk.superadmin, identities.decide, {
        ids: [first.id],
        isSame: true,
        reason: 'Sett i Folkeregisteret',
      });
    }
  },
];
