import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { formatNumber } from '#web/format.ts';
import { later } from '#web/ui/later.tsx';
import { SkeletonLines } from '#web/ui/Skeleton.tsx';
import { TabLink, TabLinks } from '#web/ui/TabLinks.tsx';

import type { DirectoryState } from '../state.ts';

const meanwhile = <SkeletonLines lines={6} />;
const DriftTab = later(async () => (await import('./DriftTab.tsx')).DriftTab, meanwhile);
const EntriesTab = later(async () => (await import('./EntriesTab.tsx')).EntriesTab, meanwhile);
const StrangersTab = later(async () => (await import('./StrangersTab.tsx')).StrangersTab, meanwhile);
const ExceptionsTab = later(async () => (await import('./ExceptionsTab.tsx')).ExceptionsTab, meanwhile);

// What the lists keep in the address is left behind with the tab.
const driftTab = { tab: undefined };
const entriesTab = { tab: 'entries' };
const exceptionsTab = { tab: 'exceptions' };
const strangersTab = { tab: 'strangers' };

const count = (number: number) => (number > 0 ? { count: formatNumber(number) } : {});

const tabs: Readonly<Record<string, ReactNode>> = {
  entries: <EntriesTab />,
  exceptions: <ExceptionsTab />,
  strangers: <StrangersTab />,
};

/** What differs, what is stuck, what was accepted, and what is not the portal's. */
export function DirectoryLists({ state, tab }: { state: DirectoryState; tab: string | undefined }) {
  const { t } = useTranslation('directory');
  const { stopped, failing, waiting } = state.entries;
  return (
    <section className="directory-lists">
      <TabLinks label={t('tabs')}>
        <TabLink
          to="."
          search={driftTab}
          resetScroll={false}
          activeOptions={{ explicitUndefined: true }}
          {...count(state.drift)}
        >
          {t('tab.drift')}
        </TabLink>
        <TabLink to="." search={entriesTab} resetScroll={false} {...count(stopped + failing + waiting)}>
          {t('tab.entries')}
        </TabLink>
        <TabLink to="." search={exceptionsTab} resetScroll={false} {...count(state.exceptions)}>
          {t('tab.exceptions')}
        </TabLink>
        <TabLink to="." search={strangersTab} resetScroll={false} {...count(state.strangers)}>
          {t('tab.strangers')}
        </TabLink>
      </TabLinks>
      <div className="directory-list">{tabs[tab ?? ''] ?? <DriftTab />}</div>
    </section>
  );
}
