import type { GroupDetail } from '#areas/groups/contract.ts';
import type { UserDetail } from '#areas/users/contract.ts';
import type { TabProps } from '#web/card/registry.ts';

import { ChangeLogTab } from './shared.tsx';

export function UserChangesTab({ subject: { userName } }: TabProps<UserDetail>) {
  return <ChangeLogTab target={`user:${userName}`} />;
}

export function GroupChangesTab({ subject: { name } }: TabProps<GroupDetail>) {
  return <ChangeLogTab target={`group:${name}`} />;
}
