import type { UserDetail } from '#areas/users/contract.ts';
import type { TabProps } from '#web/card/registry.ts';

import { WhoCan } from './WhoCan.tsx';

export function WhoCanTab({ subject: { userName } }: TabProps<UserDetail>) {
  return <WhoCan key={userName} userName={userName} />;
}
