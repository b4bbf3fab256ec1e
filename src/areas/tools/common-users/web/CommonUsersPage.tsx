import { useTranslation } from 'react-i18next';

import { useRead } from '#web/api/hooks.ts';
import { formatNumber } from '#web/format.ts';
import { ListPage } from '#web/list/ListPage.tsx';
import type { Looks } from '#web/list/look.ts';
import { LinkButton } from '#web/ui/LinkButton.tsx';

import { type CommonUser, commonUserList, commonUsers } from '../contract.ts';
import { CommonUserCard } from './CommonUserCard.tsx';
import { NewCommonUser } from './NewCommonUser.tsx';

const texts = { namespace: 'common-users' };
const nameOf = ({ userName }: CommonUser) => userName;
const looks: Looks<CommonUser> = { cells: { responsible: ({ responsible }) => responsible?.displayName } };

/** The accounts that several people share, and the way to the group of those who come for adult education. */
export function CommonUsersPage() {
  const { t } = useTranslation('common-users');
  const { data: vox } = useRead(commonUsers.voxGroup, {}, { handleErrors: false });
  return (
    <ListPage
      list={commonUserList}
      route={commonUsers.list}
      texts={texts}
      looks={looks}
      nameOf={nameOf}
      primary={
        <>
          {typeof vox?.groupName === 'string' && (
            <LinkButton to="/groups/$name" params={{ name: vox.groupName }}>
              {t('vox', { count: formatNumber(vox.memberCount) })}
            </LinkButton>
          )}
          <NewCommonUser />
        </>
      }
      card={({ key, close }) => <CommonUserCard key={key} userName={key} onClose={close} />}
    />
  );
}
