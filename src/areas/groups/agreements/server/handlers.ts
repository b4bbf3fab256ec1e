import { readGroup } from '#areas/groups/server/service.ts';
import { osloDay } from '#kernel/dates.ts';
import { refuseField } from '#kernel/errors.ts';
import { exportFile } from '#server/export/file.ts';
import { fullName } from '#server/export/sources.ts';
import { implement } from '#server/http/endpoint.ts';

import { agreementList, agreements } from '../contract.ts';
import * as store from './store.ts';

const texts = new URL('../web/', import.meta.url);

export const agreementHandlers = implement(agreements, {
  async list({ db, scope, now, input: { groupName, ...question } }) {
    const reader = { db, scope, now };
    return store.listAgreements(reader, await readGroup(reader, groupName), question);
  },

  async download({ db, scope, now, input: { groupName, only, ...question }, request }) {
    const reader = { db, scope, now };
    const group = await readGroup(reader, groupName);
    request.subject = { table: 'groups', id: group.id };
    const rows = store.streamAgreements(reader, group, question, only);
    const source = { texts, title: group.displayName };
    return exportFile(agreementList, source, question, await rows, { name: fullName });
  },

  async register({ db, scope, now, actor, input, request }) {
    const today = osloDay(now);
    const { groupName, userNames, signed, date = today } = input;
    if (signed && date > today) refuseField('request.invalid', 'date', 'future');
    const reader = { db, scope, now };
    const group = await readGroup(reader, groupName);
    request.subject = { table: 'groups', id: group.id };
    const by = actor?.displayName ?? '';
    return store.register(reader, group, { userNames, signedOn: signed ? date : undefined, by });
  },
});
