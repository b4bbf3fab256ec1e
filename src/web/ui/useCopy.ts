import { useTranslation } from 'react-i18next';

import { notify } from './notices.ts';

/** Puts text on the clipboard and says so. A page without https has no clipboard: then it says what to do instead. */
export function useCopy(): (text: string) => Promise<void> {
  const { t } = useTranslation('ui');
  return async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      notify({ tone: 'success', text: t('copied') });
    } catch {
      notify({ tone: 'warning', text: t('copyFailed') });
    }
  };
}
