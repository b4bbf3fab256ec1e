/**
 * The one form of the portal: a command of the contract on the screen. One column, rules from the contract's
 * schema, save always possible, what is typed never lost (design.md §5).
 */
import './form.css';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';

import type { Output, Route } from '#kernel/contract.ts';

import { useLeavePrompt } from '../shell/useLeavePrompt.tsx';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { ErrorSummary } from '../ui/ErrorSummary.tsx';
import { refusalText } from './refusal.ts';
import type { Values } from './schema.ts';
import { FormContext } from './scope.ts';
import { StaleNotice } from './StaleNotice.tsx';
import { useContractForm } from './useContractForm.ts';

export interface ContractFormProps<R extends Route> {
  route: R;
  /** What stands in the fields at first: one entry for each field of the form. */
  values: Values;
  /** Sent along and not shown: keys and, under `version`, the row's version for the optimistic lock. */
  fixed?: Values;
  /** Sends only what was changed (a command whose fields may be left out). */
  onlyChanged?: boolean;
  /** The namespace that has `field.<name>`, `hint.<name>` and own `problem.<key>`. */
  namespace: string;
  /** By field: the source that owns it ('' when its name is not known). It is then shown, not edited. */
  owned?: Readonly<Record<string, string>>;
  /** Reads the row anew after somebody else changed it: the fields now, and what to send along. */
  reread?: () => Promise<{ values: Values; fixed: Values }>;
  /** Other subjects whose readings a save makes stale (`useWrite`). */
  touches?: readonly string[];
  /** What is told after a save, where it is more than that it was saved. */
  noticeOf?: (answer: Output<R>) => { tone: 'success' | 'warning'; text: string };
  onSaved?: (answer: Output<R>) => void;
  onCancel?: () => void;
  saveLabel?: string;
  children: ReactNode;
}

export function ContractForm<R extends Route>(props: ContractFormProps<R>) {
  const { t } = useTranslation(['form', 'errors']);
  const id = useId();
  const form = useContractForm(props);
  const leavePrompt = useLeavePrompt(form.isDirty && !form.isSaving);

  return (
    <FormContext value={form.scope}>
      <form
        id={id}
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          void form.submit();
        }}
      >
        <ErrorSummary
          title={
            form.problems.length === 1
              ? t('summaryOne')
              : t('summary', { count: String(form.problems.length) })
          }
          problems={form.problems}
          attempt={form.attempt}
        />
        {form.stale && (
          <StaleNotice
            stale={form.stale}
            labelOf={form.scope.labelOf}
            isSaving={form.isSaving}
            onKeep={form.keepMine}
            onTake={form.takeTheirs}
          />
        )}
        {form.refusal && (
          <Alert tone="danger" title={t('failed')} isLive>
            {refusalText(form.refusal, t)}
          </Alert>
        )}
        <div className="form-fields">{props.children}</div>
        {/* Pressing must not move the focus: the field that loses it would show its message, and the button
            would slide away from under the pointer before it is let go. */}
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- no act of its own */}
        <div className="form-foot" onMouseDown={(event) => event.preventDefault()}>
          {props.onCancel && <Button onPress={props.onCancel}>{t('cancel')}</Button>}
          <Button variant="primary" type="submit" isPending={form.isSaving}>
            {props.saveLabel ?? t('save')}
          </Button>
        </div>
      </form>
      {leavePrompt}
    </FormContext>
  );
}
