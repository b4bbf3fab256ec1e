/**
 * How often Playwright looks whether what it waits for is there: after 20, 50, 100 and 100 ms, and from then on each half
 * second, which stories wait for longer than for the portal. Playwright has no setting for it. It is the same question
 * asked more often: what must be true, and how long it may take to become so, stay as they are.
 */
import type { Page } from 'playwright-core';

/** In milliseconds; the last of them again and again. */
const PAUSES = [20, 30, 50];

/** What Playwright's own side of a frame has, in this same process. */
interface Looking {
  retryWithProgressAndTimeouts: (progress: unknown, pauses: number[], look: unknown) => Promise<unknown>;
  retryWithProgressAndBackoff: (progress: unknown, look: unknown) => Promise<unknown>;
}

/** For all pages of this worker: it need be done once. */
export function lookOften(page: Page): void {
  const frames: unknown = Object.getPrototypeOf(ownSide(page));
  if (!isLooking(frames)) throw new Error('Playwright looks in another way than it did: see looking.ts');
  frames.retryWithProgressAndBackoff = look;
}

function look(this: Looking, progress: unknown, once: unknown): Promise<unknown> {
  return this.retryWithProgressAndTimeouts(progress, [...PAUSES], once);
}

function ownSide(page: Page): unknown {
  const connection: unknown = Reflect.get(page, '_connection');
  const toOwn: unknown = connection instanceof Object ? Reflect.get(connection, 'toImpl') : undefined;
  return typeof toOwn === 'function' ? toOwn.call(connection, page.mainFrame()) : undefined;
}

function isLooking(value: unknown): value is Looking {
  return (
    value instanceof Object &&
    'retryWithProgressAndTimeouts' in value &&
    typeof value.retryWithProgressAndTimeouts === 'function' &&
    'retryWithProgressAndBackoff' in value
  );
}
