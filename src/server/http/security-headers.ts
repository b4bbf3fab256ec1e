/** Headers that fence the browser in (OWASP ASVS 5.0 §3.4): only the portal's own files, no inline script. */
import type { FastifyHelmetOptions } from '@fastify/helmet';

const YEAR_S = 31_536_000;

const transportSecurity = { 'strict-transport-security': `max-age=${YEAR_S}` } as const;

export function securityHeaders(secure: boolean): FastifyHelmetOptions {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        // Positions and sizes of virtual rows and popovers are style attributes; no style sheet is inline.
        styleSrcElem: ["'self'"],
        styleSrcAttr: ["'unsafe-inline'"],
        styleSrc: ["'self'"],
        fontSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        ...(secure && { upgradeInsecureRequests: [] }),
      },
    },
    strictTransportSecurity: secure ? { maxAge: YEAR_S, includeSubDomains: false } : false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
  };
}

/**
 * What the API's own answers carry. They are data and no page, so nothing may be loaded or framed from them, and a
 * fixed handful of headers does it without building a policy for every request.
 */
const apiHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

export const bareHeaders = (secure: boolean): Record<string, string> => ({
  ...apiHeaders,
  ...(secure && transportSecurity),
});
