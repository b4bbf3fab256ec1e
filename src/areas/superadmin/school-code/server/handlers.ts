import { createHash, randomBytes } from 'node:crypto';

import { addDays, osloDay } from '#kernel/dates.ts';
import { refuse } from '#kernel/errors.ts';
import { implement } from '#server/http/endpoint.ts';

import { schoolCodes } from '../contract.ts';
import { VALID_DAYS } from '../rules.ts';
import * as store from './store.ts';

const SECRET_BYTES = 32;

export const schoolCodeHandlers = implement(schoolCodes, {
  list: ({ db, scope, input, now }) => store.listSchoolCodes(db, scope, input, now),

  async generate({ db, scope, now, input: { school: code, rotate } }) {
    const school = (await store.findSchool(db, scope, code)) ?? refuse('school.not-found');
    if (school.hasSecret && !rotate) refuse('school-code.exists');
    // 256 random bits, in letters that survive being pasted into any form.
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    const validTo = addDays(osloDay(now), VALID_DAYS);
    const hash = createHash('sha256').update(secret).digest();
    await store.saveSecret(db, { schoolId: school.id, hash, createdAt: now, validTo });
    return { schoolCode: school.code, secret, created: now, validTo };
  },
});
