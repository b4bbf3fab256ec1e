/** What other parts of the internet area may use of locks on the screen: the way between its pages, and its marks. */
import './locks.css';
import { useTranslation } from 'react-i18next';

import type { LockState } from '#kernel/internet/lock-times.ts';
import type { Permission } from '#kernel/permissions.ts';
import { PageTabs } from '#web/shell/PageTabs.tsx';
import { later } from '#web/ui/later.tsx';
import type { StatusTone } from '#web/ui/Status.tsx';

import type nb from './text.nb.json';

export { DomainsInput } from './DomainsInput.tsx';

/** Making a lock, from wherever there is somebody to lay it on. */
export const LockDialog = later(async () => (await import('./LockDialog.tsx')).LockDialog);

declare module 'i18next' {
  interface ResourceNamespaceMap {
    locks: typeof nb;
  }
}

/** An active lock is no fault, but somebody's net is shut: it is marked as what to keep an eye on. */
export const lockTones: Record<LockState, StatusTone> = {
  active: 'warning',
  planned: 'info',
  finished: 'neutral',
};

export const lockAddress = (id: number): string => `/internet?open=${id}`;

const pages = [
  { to: '/internet', text: 'page.locks', permission: 'locks.read' },
  { to: '/internet/explain', text: 'page.explain', permission: 'locks.read' },
  { to: '/internet/domain-packages', text: 'page.schoolPackages', permission: 'domains.read' },
  { to: '/internet/global-domain-packages', text: 'page.globalPackages', permission: 'domains.read' },
  { to: '/internet/always-open', text: 'page.alwaysOpen', permission: 'domains.read' },
  { to: '/internet/exam-resources', text: 'page.examResources', permission: 'domains.read' },
  { to: '/internet/points', text: 'page.points', permission: 'points.read' },
] as const satisfies readonly { to: string; text: keyof typeof nb; permission: Permission }[];

/** From one page of the internet area to the others that this reader may see. */
export function InternetTabs() {
  const { t } = useTranslation('locks');
  return (
    <PageTabs
      label={t('pages')}
      pages={pages.map(({ to, text, permission }) => ({ to, title: { own: t(text) }, permission }))}
    />
  );
}
