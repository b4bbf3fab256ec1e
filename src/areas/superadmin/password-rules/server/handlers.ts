import { holdSite, readSite, writeSite } from '#areas/superadmin/site/server/service.ts';
import { readPasswordSettings } from '#areas/users/passwords/server/service.ts';
import { refuse } from '#kernel/errors.ts';
import type { Db } from '#server/db.ts';
import { implement } from '#server/http/endpoint.ts';

import { passwordRules, type PasswordRulesForm } from '../contract.ts';

const KEYS = ['passwordMinimum', 'passwordNeedsNumber', 'teachersSetPasswords'] as const;

export const passwordRulesHandlers = implement(passwordRules, {
  read: ({ db }) => readRules(db),

  async update({ db, input: { minimum, needsNumber, teachersSetPasswords, version } }) {
    await holdSite(db);
    if ((await readSite(db, KEYS)).version !== version) refuse('row.stale');
    await writeSite(db, {
      passwordMinimum: minimum,
      passwordNeedsNumber: needsNumber,
      teachersSetPasswords,
    });
    return readRules(db);
  },
});

/** As they are in force, also where nothing is stored. */
async function readRules(db: Db): Promise<PasswordRulesForm> {
  const { rules, teachersSetPasswords } = await readPasswordSettings(db);
  return { ...rules, teachersSetPasswords, version: (await readSite(db, KEYS)).version };
}
