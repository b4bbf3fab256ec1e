/**
 * The simulated federation inside the portal's own process, under `/simulated-feide`, in demo mode only. The portal
 * reaches it through the same `oidc.ts` as the real one; only the way there is shorter than a network.
 */
import { randomBytes } from 'node:crypto';

import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import type { CustomFetch } from 'openid-client';
import { z } from 'zod';

import { isStorable } from '#kernel/characters.ts';

import { isStrongLevel, strongLevel } from '../feide.ts';
import { lazyFederation } from '../lazy.ts';
import { originOf } from '../origin.ts';
import type { Federation, Federations } from '../port.ts';
import { PATH, REALM, simulatedClient } from './client.ts';
import { outdatedPage, pickPage, style } from './pages.ts';
import type { SimulatedPeople } from './people.ts';

/** The provider is a whole house of its own: it is built when somebody first signs in, not when the portal starts. */
const loadProvider = () => import('./provider.ts');

interface Place {
  provider: () => Promise<Provider>;
  federation: Federation;
}

/** Everybody reaches the demo by an address of their own (localhost, a name, a forwarded port); more is a prank. */
const MOST_ORIGINS = 20;

export interface SimulatedFederation {
  federations: Federations;
  /** Puts the pages on the portal; before it listens. */
  mount: (app: FastifyInstance) => Promise<void>;
}

/** Says for which origin we are asking ourselves; nobody else knows its first half. */
const INSIDE = 'x-simulated-origin';

/** `portal`: the address of the portal it serves, when that is not the one it is mounted on. */
export function simulateFederation(
  people: SimulatedPeople,
  { portal: served }: { portal?: string } = {},
): SimulatedFederation {
  const inside = randomBytes(16).toString('hex');
  const placesByOrigin = new Map<string, Place>();
  let portal: FastifyInstance | undefined;

  /** The provider's own address is the portal's, so asking it is asking ourselves. */
  const fetchInside =
    (origin: string): CustomFetch =>
    async (address, { method, headers, body }) => {
      if (!portal) throw new Error('The simulated federation is not mounted');
      const url = new URL(address);
      const answer = await portal.inject({
        method: z.enum(['GET', 'POST']).parse(method),
        url: url.pathname + url.search,
        headers: {
          ...headers,
          host: url.host,
          'x-forwarded-proto': url.protocol.slice(0, -1),
          [INSIDE]: `${inside} ${origin}`,
        },
        ...(body instanceof URLSearchParams && { payload: body.toString() }),
      });
      return new Response(answer.body, {
        status: answer.statusCode,
        headers: { 'content-type': answer.headers['content-type'] ?? '' },
      });
    };

  function placeAt(origin: string): Place {
    const known = placesByOrigin.get(origin);
    if (known) return known;
    if (placesByOrigin.size >= MOST_ORIGINS) placesByOrigin.clear();
    let provider: Promise<Provider> | undefined;
    const place: Place = {
      provider: () =>
        (provider ??= loadProvider().then(({ makeProvider }) =>
          makeProvider({ origin, portal: served ?? origin, people }),
        )),
      federation: lazyFederation([REALM], async () => {
        const { openOidc } = await import('../oidc.ts');
        return openOidc({
          issuer: origin + PATH,
          clientId: simulatedClient.id,
          clientSecret: simulatedClient.secret,
          origin,
          realms: [REALM],
          knownAs: 'simulated',
          fetch: fetchInside(origin),
        });
      }),
    };
    placesByOrigin.set(origin, place);
    return place;
  }

  const providerOf = (request: FastifyRequest) => {
    const [secret, origin] = String(request.headers[INSIDE] ?? '').split(' ');
    const isInside = secret === inside && origin !== undefined;
    return placeAt(isInside ? origin : originOf(request)).provider();
  };

  return {
    federations: { kind: 'simulated', at: (origin) => placeAt(origin).federation },
    mount: async (app) => {
      portal = app;
      await app.register(async (scope) => {
        await scope.register(formbody);
        scope.get(`${PATH}/stil.css`, (_, reply) => reply.type('text/css; charset=utf-8').send(style));
        pickingPages(scope, people, providerOf);
      });
      await app.register(async (scope) => {
        // The provider reads the bodies itself.
        scope.removeAllContentTypeParsers();
        scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
        scope.all(`${PATH}/*`, async (request, reply) => handOver(await providerOf(request), request, reply));
      });
    },
  };
}

/** The provider finds out from `originalUrl` under which path it stands. */
async function handOver(provider: Provider, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.hijack();
  const { raw } = request;
  // The provider believes this header; whom the portal believes is decided by its own setting.
  delete raw.headers['x-forwarded-host'];
  Object.assign(raw, { originalUrl: raw.url, url: raw.url?.slice(PATH.length) });
  await provider.callback()(raw, reply.raw);
}

const Params = z.object({ uid: z.string() });
const Search = z.object({ sok: z.string().trim().max(100).refine(isStorable).catch('').default('') });
const Choice = z
  .object({ person: z.string().refine(isStorable).optional(), avbryt: z.string().optional() })
  .catch({});

function pickingPages(
  app: FastifyInstance,
  people: SimulatedPeople,
  providerOf: (request: FastifyRequest) => Promise<Provider>,
): void {
  app.get(`${PATH}/velg/:uid`, async (request, reply) => {
    const { uid } = Params.parse(request.params);
    const { sok: search } = Search.parse(request.query);
    const asked = await askedOf(await providerOf(request), request, reply);
    if (!asked) return html(reply.status(400), outdatedPage());
    const found = await (search === '' ? people.featured() : people.search(search));
    return html(reply, pickPage({ uid, search, people: found, isStrong: asked.isStrong }));
  });

  app.post(`${PATH}/velg/:uid`, async (request, reply) => {
    const provider = await providerOf(request);
    const asked = await askedOf(provider, request, reply);
    const { person, avbryt } = Choice.parse(request.body);
    const chosen = person === undefined ? undefined : await people.find(person);
    if (!asked || (!chosen && avbryt === undefined)) return html(reply.status(400), outdatedPage());
    const result = chosen
      ? { login: { accountId: chosen.userName, ...(asked.isStrong && { acr: strongLevel }) } }
      : { error: 'access_denied', error_description: 'avbrutt' };
    return reply.redirect(await provider.interactionResult(request.raw, reply.raw, result), 303);
  });
}

/** What the portal asked the federation for; undefined when nobody is signing in any more. */
async function askedOf(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ isStrong: boolean } | undefined> {
  try {
    const { params } = await provider.interactionDetails(request.raw, reply.raw);
    const asked = typeof params['acr_values'] === 'string' ? params['acr_values'].split(' ') : [];
    return { isStrong: asked.some(isStrongLevel) };
  } catch (error) {
    const { isOutdated } = await loadProvider();
    if (isOutdated(error)) return undefined;
    throw error;
  }
}

const html = (reply: FastifyReply, page: string) =>
  reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page);
