import { useMemo } from 'react';

import type { TabProps } from '#web/card/registry.ts';
import { ListPage } from '#web/list/ListPage.tsx';

import { type GroupDetail, groups, type RelatedGroup, relatedGroupList } from '../contract.ts';
import { groupAddress } from './shared.tsx';

const texts = {
  memberOf: { namespace: 'groups', prefix: 'memberOf.' },
  nested: { namespace: 'groups', prefix: 'nested.' },
};
const looks = { choices: { type: { as: 'badge' as const } } };
const nameOf = ({ displayName }: RelatedGroup) => displayName;
const hrefOf = ({ name }: RelatedGroup) => groupAddress(name);

interface RelatedProps {
  group: GroupDetail;
  direction: 'memberOf' | 'nested';
}

function Related({ group: { name }, direction }: RelatedProps) {
  const whose = useMemo(() => ({ groupName: name, direction }), [name, direction]);
  return (
    <ListPage
      list={relatedGroupList}
      route={groups.groups}
      fixed={whose}
      texts={texts[direction]}
      looks={looks}
      nameOf={nameOf}
      rowHref={hrefOf}
      isPart
    />
  );
}

/** The groups this one is within. */
export function MemberOfTab({ subject }: TabProps<GroupDetail>) {
  return <Related group={subject} direction="memberOf" />;
}

/** The groups within this one. */
export function NestedTab({ subject }: TabProps<GroupDetail>) {
  return <Related group={subject} direction="nested" />;
}
