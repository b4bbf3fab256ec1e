import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { accountTones, personName, userAddress } from '#areas/users/web/shared.tsx';
import type { TabProps } from '#web/card/registry.ts';
import { ListPage } from '#web/list/ListPage.tsx';
import type { Looks } from '#web/list/look.ts';

import { type GroupDetail, groups, memberList, type MemberRow } from '../contract.ts';

const texts = { namespace: 'groups', prefix: 'members.' };
const looks: Looks<MemberRow> = {
  choices: {
    memberRole: { as: 'badge', tones: { teacher: 'accent', contactTeacher: 'accent', leader: 'accent' } },
    accountStatus: { as: 'status', tones: accountTones },
  },
  cells: {
    name: personName,
    membership: ({ through }) => <Membership through={through} />,
  },
};
/** Through which group says more than that it is through one. */
function Membership({ through }: Pick<MemberRow, 'through'>) {
  const { t } = useTranslation('groups');
  return through ?? t('choice.membership.direct');
}

const hrefOf = ({ userName }: MemberRow) => userAddress(userName);

/** Who is in the group, by themselves or through groups within it. */
export function MembersTab({ subject: { name } }: TabProps<GroupDetail>) {
  const whose = useMemo(() => ({ groupName: name }), [name]);
  return (
    <ListPage
      list={memberList}
      route={groups.users}
      exportRoute={groups.downloadUsers}
      fixed={whose}
      texts={texts}
      looks={looks}
      nameOf={personName}
      rowHref={hrefOf}
      isPart
    />
  );
}
