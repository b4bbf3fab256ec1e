/** The web-filter protocol in the API reference, from the schemas the door itself reads by. */
import { z } from 'zod';

import {
  LeasesAnswer,
  LeasesQuestion,
  leasesPath,
  ProtocolRefusal,
  Report,
  ReportAnswer,
  reportPath,
} from '#connectors/web-filter/protocol/messages.ts';

type Json = Record<string, unknown>;

const json = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...said } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return said;
};

const refused = (description: string): Json => ({
  description,
  content: { 'application/json': { schema: json(ProtocolRefusal, 'output') } },
});

function operation(operationId: string, summary: string, answer: z.ZodType): Json {
  return {
    operationId,
    tags: ['web-filter'],
    summary,
    description:
      'For enforcement points, which sign each question (docs/web-filter-protocol.md). The answer is signed too.',
    'x-permission': 'enforcement-point',
    security: [{ pointSignature: [] }],
    responses: {
      200: { description: 'Done', content: { 'application/json': { schema: json(answer, 'output') } } },
      400: refused('`bad-message`'),
      401: refused('`unknown-point`, `bad-signature`, `clock`, `replayed`'),
      429: refused('`too-many`'),
      503: refused('`unavailable`'),
    },
  };
}

export const webFilterScheme: Json = {
  type: 'apiKey',
  in: 'header',
  name: 'Signature',
  description: 'An HTTP message signature (RFC 9421) with hmac-sha256 and the point’s own secret',
};

export function webFilterPaths(): Record<string, Json> {
  const asked = json(LeasesQuestion, 'input')['properties'];
  const leases = operation('get-web-filter-leases', 'The internet locks a point is to hold', LeasesAnswer);
  const report = operation('post-web-filter-report', 'Tells what a point holds', ReportAnswer);
  return {
    [leasesPath]: {
      get: {
        ...leases,
        parameters: Object.entries(Object(asked)).map(([name, schema]) => ({
          name,
          in: 'query',
          required: false,
          schema,
        })),
      },
    },
    [reportPath]: {
      post: {
        ...report,
        requestBody: { required: true, content: { 'application/json': { schema: json(Report, 'input') } } },
      },
    },
  };
}
