import { useBlocker } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';

/**
 * Asks before unsaved changes are left behind (specification §2), also by a reload or a closed tab. Staying is
 * the answer that has the focus, and Esc is that answer too. Draw what it returns anywhere in the page.
 */
export function useLeavePrompt(isDirty: boolean): ReactNode {
  const { t } = useTranslation();
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && leaves(current, next),
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });
  const stay = () => blocker.reset?.();

  return (
    <Dialog
      role="alertdialog"
      title={t('leave.title')}
      isOpen={blocker.status === 'blocked'}
      onClose={stay}
      footer={
        <>
          <Button onPress={() => blocker.proceed?.()}>{t('leave.go')}</Button>
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- a question begins at its safe answer */}
          <Button variant="primary" autoFocus onPress={stay}>
            {t('leave.stay')}
          </Button>
        </>
      }
    >
      <p>{t('leave.text')}</p>
    </Dialog>
  );
}

interface Place {
  pathname: string;
  search: object;
}

/** Another page, another row's card, or another tab of it. A list beside the card may be searched meanwhile. */
function leaves(current: Place, next: Place): boolean {
  const card = ({ pathname, search }: Place) =>
    JSON.stringify([pathname, Reflect.get(search, 'open'), Reflect.get(search, 'tab')]);
  return card(current) !== card(next);
}
