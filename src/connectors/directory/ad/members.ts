/**
 * Members in portions. A directory refuses a whole portion when one of its members is there already, or is gone: then
 * the members are read back, and what is as it should be counts as done.
 */
import { Attribute, Change, type Client } from 'ldapts';

import { codeOf, directoryError } from './errors.ts';
import { guidDn } from './values.ts';

const PORTION = 500;

/** What a directory answers when a member is there already, or is not there (AD and Samba differ). */
const ALREADY_SO = new Set([16, 20, 53, 68]);

type Act = 'add' | 'delete';

export async function changeMembers(
  client: Client,
  dn: string,
  act: Act,
  members: readonly string[],
  readMembers: () => Promise<ReadonlySet<string>>,
): Promise<void> {
  for (let start = 0; start < members.length; start += PORTION) {
    await changePortion(client, dn, act, members.slice(start, start + PORTION), readMembers);
  }
}

async function changePortion(
  client: Client,
  dn: string,
  act: Act,
  members: readonly string[],
  readMembers: () => Promise<ReadonlySet<string>>,
): Promise<void> {
  try {
    await send(client, dn, act, members);
    return;
  } catch (error) {
    if (!ALREADY_SO.has(codeOf(error) ?? 0) && directoryError(error).code !== 'not-found') throw error;
  }
  const there = await readMembers();
  const left = members.filter((member) => there.has(member) !== (act === 'add'));
  if (left.length === 0) return;
  if (left.length < members.length) {
    await changePortion(client, dn, act, left, readMembers);
    return;
  }
  // Nobody of them is as it should be: halved until it is known whom the directory refuses.
  if (left.length === 1) {
    await send(client, dn, act, left);
    return;
  }
  const half = Math.ceil(left.length / 2);
  const failures: unknown[] = [];
  for (const part of [left.slice(0, half), left.slice(half)]) {
    await changePortion(client, dn, act, part, readMembers).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

async function send(client: Client, dn: string, act: Act, members: readonly string[]): Promise<void> {
  const modification = new Attribute({ type: 'member', values: members.map(guidDn) });
  await client.modify(dn, [new Change({ operation: act, modification })]);
}
