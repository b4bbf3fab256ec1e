import './school-access.css';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import type { UserDetail } from '#areas/users/contract.ts';
import { useRead } from '#web/api/hooks.ts';
import { CardState } from '#web/card/CardState.tsx';
import { PeriodLines } from '#web/card/PeriodLines.tsx';
import type { TabProps } from '#web/card/registry.ts';
import { formatDate } from '#web/format.ts';
import { loose } from '#web/loose.ts';
import { Status } from '#web/ui/Status.tsx';

import { type Kind, kinds } from './kinds.ts';
import { statusTones } from './looks.tsx';

/** A person has few of them; whoever has more is looked up in the list. */
const SHOWN = 50;

/** A person's temporary access and blocks. */
export function UserTab({ subject: { userName } }: TabProps<UserDetail>) {
  return (
    <div className="access-of-user">
      <Entries kind="temporary" userName={userName} />
      <Entries kind="block" userName={userName} />
    </div>
  );
}

function Entries({ kind, userName }: { kind: Kind; userName: string }) {
  const { t } = useTranslation('school-access');
  const { routes, path } = kinds[kind];
  const read = useRead(routes.list, { userName, pageSize: SHOWN }, { handleErrors: false });
  return (
    <section aria-label={t(`${kind}.title`)}>
      <h3 className="section-title">{t(`${kind}.title`)}</h3>
      {read.data === undefined && <CardState read={read} />}
      {read.data?.Items.length === 0 && <p className="meta">{t(`${kind}.user.none`)}</p>}
      <PeriodLines
        lines={(read.data?.Items ?? []).map(({ id, start, end, status, school, role, comment }) => ({
          key: id,
          period: (
            <Link to={path} search={loose({ open: String(id) })}>
              {formatDate(start)} – {formatDate(end)}
            </Link>
          ),
          status: <Status tone={statusTones[status]}>{t(`choice.status.${status}`)}</Status>,
          notes: [t(`choice.role.${role}`), school.name, comment],
        }))}
      />
    </section>
  );
}
