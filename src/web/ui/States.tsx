import './States.css';
import { ExclamationmarkTriangleIcon, InboxIcon, MagnifyingGlassIcon } from '@navikt/aksel-icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { Button } from './Button.tsx';

interface EmptyStateProps {
  /** What this is: "Ingen internettsperrer ennå". */
  title: string;
  /** What it is for and how to start. */
  children: ReactNode;
  icon?: ReactNode;
  /** The button that starts it. */
  action?: ReactNode;
}

/** Nothing here yet. */
export function EmptyState({ title, children, icon, action }: EmptyStateProps) {
  return (
    <div className="ui-state">
      <span className="ui-state-icon">{icon ?? <InboxIcon aria-hidden />}</span>
      <h2 className="section-title">{title}</h2>
      <p>{children}</p>
      {action !== undefined && <div className="ui-state-acts">{action}</div>}
    </div>
  );
}

interface NoHitsProps {
  /** "Ingen brukere passer" */
  title: string;
  onReset?: () => void;
}

/** The search or the filters leave nothing. They are kept; the button resets them. */
export function NoHits({ title, onReset }: NoHitsProps) {
  const { t } = useTranslation('ui');
  return (
    <div className="ui-state" role="status">
      <span className="ui-state-icon">
        <MagnifyingGlassIcon aria-hidden />
      </span>
      <h2 className="section-title">{title}</h2>
      <p>{t('noHitsHelp')}</p>
      {onReset !== undefined && (
        <div className="ui-state-acts">
          <Button onPress={onReset}>{t('reset')}</Button>
        </div>
      )}
    </div>
  );
}

interface ErrorStateProps {
  /** What failed: "Listen kunne ikke hentes". */
  title: string;
  /** Why, and what is kept. */
  children?: ReactNode;
  onRetry?: (() => void) | undefined;
  isRetrying?: boolean;
  /** The correlation id of the answer: what to give the service desk. */
  reference?: string | undefined;
  action?: ReactNode;
}

export function ErrorState({
  title,
  children,
  onRetry,
  isRetrying = false,
  reference,
  action,
}: ErrorStateProps) {
  const { t } = useTranslation('ui');
  return (
    <div className="ui-state" role="alert">
      <span className="ui-state-icon" data-tone="danger">
        <ExclamationmarkTriangleIcon aria-hidden />
      </span>
      <h2 className="section-title">{title}</h2>
      <p>{children ?? t('errorHelp')}</p>
      <div className="ui-state-acts">
        {onRetry !== undefined && (
          <Button onPress={onRetry} isPending={isRetrying}>
            {t('retry')}
          </Button>
        )}
        {action}
      </div>
      {reference !== undefined && <p className="ui-state-reference">{t('reference', { reference })}</p>}
    </div>
  );
}
