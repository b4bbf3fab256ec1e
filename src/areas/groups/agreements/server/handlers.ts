import { readGroup } from '#areas/groups/server/service.ts';
import { osloDay } from '#kernel/dates.ts';
import { refuseField } from '#kernel/errors.ts';
import { exportFile } from '#server/export/file.ts';
import { implement } from '#server/http/endpoint.ts';
import { plainRows } from '#server/list/rows.ts';

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
    return exportFile(
      agreementList,
      { texts, title: group.displayName },
      question,
      plainRows(await rows),
      valueOf,
    );
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

function valueOf(row: Record<string, unknown>, column: string): unknown {
  return column === 'name' ? [row['firstName'], row['lastName']].filter(Boolean).join(' ') : row[column];
}
