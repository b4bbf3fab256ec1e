/**
 * Form-encoded bodies, which the token call alone sends (specification §7). Everybody may make that call, so its body is
 * small and has few fields before anything is read from it.
 */
import type { FastifyInstance } from 'fastify';

import { Refusal } from '#kernel/errors.ts';

/** Bytes. The longest password and user name there may be, percent-encoded, take less. */
export const FORM_LIMIT = 8 * 1024;
const MOST_FIELDS = 20;

export function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_LIMIT },
    (_request, body, done) => {
      const fields = [...new URLSearchParams(String(body))];
      if (fields.length > MOST_FIELDS) done(new Refusal('request.too-large'));
      else done(null, Object.fromEntries(fields));
    },
  );
}
