import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useWrite } from '#web/api/hooks.ts';
import { asRefusal, refusalText } from '#web/form/refusal.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { notify } from '#web/ui/notices.ts';
import { WhyButton } from '#web/why/WhyButton.tsx';

import type { AccountAct, AccountRow, portalAccounts } from '../contract.ts';
import { touches } from './touches.ts';

/** Each takes the name of the account and answers nothing. */
type Simple = typeof portalAccounts.unlock;

interface ActProps {
  row: AccountRow;
  act: Exclude<AccountAct, 'sessions'>;
  input: { userName: string };
  /** Asked about first and then carried out; without it `onPress` says what happens. */
  route?: Simple;
  onPress?: () => void;
}

/** One act on an account: left out where it makes no sense, with its reason where this reader may not. */
export function Act({ row, act, input, route, onPress }: ActProps) {
  const { t } = useTranslation('accounts');
  const [asks, setAsks] = useState(false);
  const why = row.cannot.find((one) => one.act === act);
  if (!row.can.includes(act) && !why) return null;
  return (
    <>
      <WhyButton why={why} onPress={onPress ?? (() => setAsks(true))}>
        {t(`act.${act}`)}
      </WhyButton>
      {asks && route && act !== 'password' && (
        <Confirm row={row} act={act} input={input} route={route} onClose={() => setAsks(false)} />
      )}
    </>
  );
}

interface ConfirmProps {
  row: AccountRow;
  act: Exclude<AccountAct, 'sessions' | 'password'>;
  input: { userName: string };
  route: Simple;
  onClose: () => void;
}

function Confirm({ row, act, input, route, onClose }: ConfirmProps) {
  const { t } = useTranslation(['accounts', 'errors', 'form']);
  const { mutateAsync, isPending } = useWrite(route, { touches, handleErrors: false });
  const carryOut = async () => {
    try {
      await mutateAsync(input);
      notify({ tone: 'success', text: t(`accounts:done.${act}`, { name: row.displayName }) });
    } catch (error) {
      notify({ tone: 'danger', text: refusalText(asRefusal(error), t) });
    }
    onClose();
  };
  return (
    <ConfirmDialog
      title={t(`accounts:ask.${act}`, { name: row.displayName })}
      confirmLabel={t(`accounts:act.${act}`)}
      {...((act === 'close' || act === 'factor') && { tone: 'danger' as const })}
      isOpen
      isPending={isPending}
      onConfirm={() => void carryOut()}
      onCancel={onClose}
    >
      {t(`accounts:askText.${act}`)}
    </ConfirmDialog>
  );
}
