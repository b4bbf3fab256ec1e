import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { FirstTimeDialog } from '#areas/users/passwords/web/shared.tsx';
import { formatNumber } from '#web/format.ts';
import { useMay } from '#web/list/useMay.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';

import type { DirectoryState } from '../state.ts';

/** Accounts that were made again have a password nobody knows: says so, and offers new ones. */
export function MadeAgain({
  madeAgain: { count, userNames, notRestored },
}: Pick<DirectoryState, 'madeAgain'>) {
  const { t } = useTranslation('directory');
  const mayIssue = useMay('passwords.issue');
  const [isIssuing, setIssuing] = useState(false);
  if (count === 0 && !isIssuing) return null;
  return (
    <>
      {count > 0 && (
        <Alert tone="warning" title={t('madeAgain.title', { count, number: formatNumber(count) })}>
          <p>{t('madeAgain.text')}</p>
          {notRestored && (
            <>
              <p>
                {t('madeAgain.notRestored', {
                  count: notRestored.count,
                  number: formatNumber(notRestored.count),
                })}{' '}
                {notRestored.code === 'access-refused' && t('madeAgain.right')}
              </p>
              <p className="directory-said">
                <span>{t('away.said')}</span> <code>{notRestored.said}</code>
              </p>
            </>
          )}
          {mayIssue && (
            <Button onPress={() => setIssuing(true)}>
              {t('madeAgain.issue', { count: userNames.length, number: formatNumber(userNames.length) })}
            </Button>
          )}
        </Alert>
      )}
      {isIssuing && <FirstTimeDialog userNames={userNames} onClose={() => setIssuing(false)} />}
    </>
  );
}
