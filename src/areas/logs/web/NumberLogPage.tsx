import { useTranslation } from 'react-i18next';

import { personalNumbers } from '#areas/tools/personal-numbers/contract.ts';
import { type NumberLogEntry, numberLogList } from '#areas/tools/personal-numbers/log.ts';
import { userAddress } from '#areas/users/web/shared.tsx';
import { ListPage } from '#web/list/ListPage.tsx';
import type { Looks } from '#web/list/look.ts';
import { ShieldedName } from '#web/list/ShieldedName.tsx';

import { LogTabs } from './LogTabs.tsx';

const texts = { namespace: 'personal-numbers', prefix: 'log.' };
const nameOf = ({ displayName }: NumberLogEntry) => displayName;
const addressOf = ({ userName }: NumberLogEntry) => userAddress(userName);

const looks: Looks<NumberLogEntry> = {
  choices: {
    status: {
      as: 'status',
      tones: { registered: 'info', done: 'success', failed: 'danger', found: 'neutral' },
    },
  },
  cells: {
    displayName: (row) => (row.shielded ? <ShieldedName name={row.displayName} /> : row.displayName),
    school: ({ school }) => school?.name,
    actor: ({ actor }) => <Actor name={actor} />,
    importRun: ({ importRun }) => importRun !== null && `#${importRun}`,
  },
};

/** Whose personal number became another, and who was looked up by number, masked (specification §7 "ssnchangelogs"). */
export function NumberLogPage() {
  return (
    <ListPage
      list={numberLogList}
      route={personalNumbers.log}
      texts={texts}
      looks={looks}
      nameOf={nameOf}
      rowHref={addressOf}
      isTight
      views={<LogTabs />}
    />
  );
}

function Actor({ name }: { name: string | null }) {
  const { t } = useTranslation('logs');
  return name ?? t('portal');
}
