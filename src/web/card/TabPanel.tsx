import './card.css';
import { CatchBoundary } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { ErrorState } from '../ui/States.tsx';
import type { RegisteredTab } from './registry.ts';
import type card from './text.nb.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    card: typeof card;
  }
}

interface TabPanelProps<Subject> {
  tab: RegisteredTab<Subject>;
  subject: Subject;
  title: string;
}

/** What a tab shows. Its code is fetched when it is opened; a fault in it leaves the rest of the card standing. */
export function TabPanel<Subject>({ tab, subject, title }: TabPanelProps<Subject>) {
  const { t } = useTranslation('card');
  return (
    <section className="card-panel" aria-label={title}>
      <CatchBoundary
        getResetKey={() => tab.id}
        errorComponent={({ reset }) => <ErrorState title={t('tabFailed', { title })} onRetry={reset} />}
      >
        <tab.Content subject={subject} />
      </CatchBoundary>
    </section>
  );
}
