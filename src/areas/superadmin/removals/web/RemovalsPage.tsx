import { useTranslation } from 'react-i18next';

import { changeLogAddress } from '#areas/logs/web/shared.tsx';
import { ListPage } from '#web/list/ListPage.tsx';
import type { Looks } from '#web/list/look.ts';
import { Alert } from '#web/ui/Alert.tsx';

import { removalList, type RemovalRow, removals } from '../contract.ts';

const texts = { namespace: 'removals' };
const nameOf = ({ userName }: RemovalRow) => userName;
const looks: Looks<RemovalRow> = {
  choices: { state: { as: 'status', tones: { waiting: 'warning', done: 'success' } } },
};
/** The card is gone with the account; its history is not. */
const historyOf = ({ userName }: RemovalRow) => changeLogAddress(`user:${userName}`);

export function RemovalsPage() {
  const { t } = useTranslation('removals');
  return (
    <ListPage
      list={removalList}
      route={removals.list}
      texts={texts}
      looks={looks}
      nameOf={nameOf}
      rowHref={historyOf}
      notice={<Alert tone="info">{t('notice')}</Alert>}
    />
  );
}
