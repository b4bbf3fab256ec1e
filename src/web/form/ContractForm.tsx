/**
 * The one form of the portal: a command of the contract on the screen. One column, rules from the contract's
 * schema, save always possible, what is typed never lost (design.md §5).
 */
import './form.css';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

import type { Route } from '#kernel/contract.ts';

import { useLeavePrompt } from '../shell/useLeavePrompt.tsx';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { ErrorSummary } from '../ui/ErrorSummary.tsx';
import { refusalText } from './refusal.ts';
import { FormContext } from './scope.ts';
import { StaleNotice } from './StaleNotice.tsx';
import { type ContractFormProps, useContractForm } from './useContractForm.ts';

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
