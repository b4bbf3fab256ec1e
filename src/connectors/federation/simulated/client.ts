/** The portal as the simulated federation knows it. */
import { randomBytes } from 'node:crypto';

export const PATH = '/simulated-feide';
export const REALM = 'simulert.feide';

export const simulatedClient = {
  id: 'vaktmester',
  secret: randomBytes(24).toString('base64url'),
} as const;
