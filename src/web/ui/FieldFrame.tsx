import './Field.css';
import { ExclamationmarkTriangleFillIcon } from '@navikt/aksel-icons';
import type { ReactNode } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import { useTranslation } from 'react-i18next';

/** What every field of a form takes besides its own. */
export interface FieldBasics {
  label: string;
  /** Help under the field; stays while an error is shown. */
  hint?: string | undefined;
  /** What is wrong with the value, ready to read. */
  error?: string | undefined;
  /** Marks the label "(valgfritt)": optional fields are marked, required ones are not. */
  optional?: boolean | undefined;
}

/** Label above, help and error under. Must stand inside a React Aria field. */
export function FieldFrame({
  label,
  hint,
  error,
  optional,
  children,
}: FieldBasics & { children: ReactNode }) {
  return (
    <>
      <FieldLabel label={label} optional={optional} />
      {children}
      {hint !== undefined && hint !== '' && (
        <Text slot="description" className="ui-hint">
          {hint}
        </Text>
      )}
      <FieldError className="ui-error">
        <ExclamationmarkTriangleFillIcon aria-hidden />
        <span>{error}</span>
      </FieldError>
    </>
  );
}

function FieldLabel({ label, optional }: { label: string; optional: boolean | undefined }) {
  const { t } = useTranslation('ui');
  return (
    <Label className="ui-label">
      {label}
      {optional && <span className="ui-optional">{t('optional')}</span>}
    </Label>
  );
}
