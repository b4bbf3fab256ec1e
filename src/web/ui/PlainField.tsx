import './Field.css';
import { ExclamationmarkTriangleFillIcon } from '@navikt/aksel-icons';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';

import type { FieldBasics } from './FieldFrame.tsx';

/** What ties a native control to its label, help and error. */
export interface Ties {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean;
  'data-invalid': true | undefined;
}

/** Label above, help and error under, around a native control. */
export function PlainField(props: FieldBasics & { children: (ties: Ties) => ReactNode }) {
  const { label, hint, error, optional, children } = props;
  const { t } = useTranslation('ui');
  const id = useId();
  const hasHint = hint !== undefined && hint !== '';
  const notes = [hasHint && `${id}-hint`, error !== undefined && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className="ui-field">
      <label className="ui-label" htmlFor={id}>
        {label}
        {optional && <span className="ui-optional">{t('optional')}</span>}
      </label>
      {children({
        id,
        'aria-describedby': notes || undefined,
        'aria-invalid': error !== undefined,
        'data-invalid': error === undefined ? undefined : true,
      })}
      {hasHint && (
        <span id={`${id}-hint`} className="ui-hint">
          {hint}
        </span>
      )}
      {error !== undefined && (
        <span id={`${id}-error`} className="ui-error">
          <ExclamationmarkTriangleFillIcon aria-hidden />
          <span>{error}</span>
        </span>
      )}
    </div>
  );
}
