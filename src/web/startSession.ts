import { session } from './api/start.ts';
import type { Session } from './session.ts';

/** The session of this browser; in development with VITE_SHELL_ONLY set, a made-up one to look at the screens with. */
export async function startSession(): Promise<Session> {
  if (import.meta.env.DEV && import.meta.env['VITE_SHELL_ONLY'] !== undefined) {
    const { devSession } = await import('./dev/session.ts');
    return devSession;
  }
  return session;
}
