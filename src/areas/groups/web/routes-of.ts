/** Groups across schools have endpoints of their own, which central roles may call; the acts are the same. */
import { globalGroups } from '#areas/superadmin/global-groups/contract.ts';

import { groupActs } from '../acts/contract.ts';
import type { GroupDetail } from '../contract.ts';

export const routesOf = ({ type }: Pick<GroupDetail, 'type'>) =>
  type === 'global' ? globalGroups : groupActs;

/** What a change of a group makes stale besides the group itself. */
export const touched = ['group', 'globalgroup', 'user', 'home'] as const;
