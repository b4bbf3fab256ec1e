import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { Refused } from '../api/failure.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState, ErrorState, NoHits } from '../ui/States.tsx';
import { whyText } from '../why/words.ts';
import type { AreaTexts } from './texts.ts';

interface FailedProps {
  error: Error;
  onRetry: () => void;
  /** Takes the filters away, where there are any. */
  onReset?: (() => void) | undefined;
}

/** Refused because of what a filter names: it is not there, or not the reader's to see. */
const isAboutFilters = (error: Error): boolean =>
  error instanceof Refused && (error.code.endsWith('.not-found') || error.code === 'request.invalid');

/** The number to give the service desk, when the answer had one. */
export function referenceOf(error: Error): string | undefined {
  return error instanceof Refused && error.traceId !== '' ? error.traceId : undefined;
}

/** Which right was lacking, and who has it. */
export function reasonOf(error: Error): string | undefined {
  return error instanceof Refused && error.details.why ? whyText(error.details.why) : undefined;
}

export function Failed({ error, onRetry, onReset }: FailedProps) {
  const { t } = useTranslation('list');
  // To ask again would be refused again.
  if (error instanceof Refused && error.code === 'access.denied') {
    return <ErrorState title={t('denied')}>{reasonOf(error) ?? t('deniedHelp')}</ErrorState>;
  }
  if (onReset && isAboutFilters(error)) return <NoHits title={t('noSuchFilter')} onReset={onReset} />;
  return (
    <ErrorState title={t('failed')} onRetry={onRetry} reference={referenceOf(error)}>
      {t('failedHelp')}
    </ErrorState>
  );
}

export function Partial({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation('list');
  return (
    <Alert tone="warning" isLive>
      <span className="cluster">
        {t('partial')}
        <Button size="small" onPress={onRetry}>
          {t('retry')}
        </Button>
      </span>
    </Alert>
  );
}

interface NothingProps {
  texts: AreaTexts;
  isNarrowed: boolean;
  onReset: () => void;
  /** How to start: the area's primary act. */
  primary: ReactNode;
}

/** Either the filters leave nothing, or there is nothing yet: then what this is and how to start. */
export function Nothing({ texts, isNarrowed, onReset, primary }: NothingProps) {
  const { t } = useTranslation('list');
  if (isNarrowed) return <NoHits title={texts.optional('noHits') ?? t('noHits')} onReset={onReset} />;
  return (
    <EmptyState title={texts.optional('empty.title') ?? t('empty')} action={primary}>
      {texts.optional('empty.text') ?? t('emptyHelp')}
    </EmptyState>
  );
}
