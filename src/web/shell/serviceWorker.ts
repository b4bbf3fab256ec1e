/**
 * The service worker keeps the shell, so that the portal opens at once and also without a network. It never
 * reads or writes anything under /api (see vite.config.ts). Registered at start-up (specification §9).
 */
import { useSyncExternalStore } from 'react';

let takeOver: (() => void) | undefined;
const listeners = new Set<() => void>();

export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  const registration = await navigator.serviceWorker.register('/service-worker.js');
  if (registration.waiting) offer(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const coming = registration.installing;
    coming?.addEventListener('statechange', () => {
      // The first worker of a browser has nobody to take over from.
      if (coming.state === 'installed' && navigator.serviceWorker.controller) offer(coming);
    });
  });
}

function offer(worker: ServiceWorker): void {
  takeOver = () => {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
    worker.postMessage({ type: 'SKIP_WAITING' });
  };
  for (const listener of listeners) listener();
}

/** Reloads into the new version; undefined while there is none. */
export function useWaitingUpdate(): (() => void) | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => takeOver,
  );
}
