import './home.css';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Me } from '#areas/login/contract.ts';
import type { Permission } from '#kernel/permissions.ts';
import { useRead } from '#web/api/hooks.ts';
import { formatDay } from '#web/format.ts';
import { useSessionState } from '#web/session.ts';
import { Page } from '#web/shell/Page.tsx';
import { useShellContext } from '#web/shell/useShellContext.ts';

import { home } from '../contract.ts';
import { AtSchool } from './AtSchool.tsx';
import { type Days, daysIn } from './days.ts';
import { partOfDay } from './greeting.ts';
import { ImportState } from './ImportState.tsx';
import { InternetLocks } from './InternetLocks.tsx';
import { NewUsers } from './NewUsers.tsx';
import { OwnGroups } from './OwnGroups.tsx';
import { QuitUsers } from './QuitUsers.tsx';
import { Today } from './Today.tsx';

/** What needs somebody moves while the page is open. */
const EVERY_MS = 60_000;

/** What needs the reader today first, then how things stand (specification §2 "Home dashboard"). */
export function HomePage() {
  const { session } = useShellContext();
  const me = useSessionState(session)?.me;
  return me ? <Home me={me} /> : null;
}

function Home({ me }: { me: Me }) {
  const { t, i18n } = useTranslation('home');
  const today = useRead(home.today, {}, { handleErrors: false, everyMs: EVERY_MS });
  const search: { days?: unknown } = useSearch({ strict: false });
  const navigate = useNavigate();

  const days = daysIn(search.days);
  const onDays = (chosen: Days | undefined) =>
    void navigate({ to: '/home', search: chosen === undefined ? {} : { days: chosen }, replace: true });

  // Until the portal has said what time it is.
  const [opened] = useState(() => new Date());
  const now = today.data?.at ?? opened;
  const hasSource = today.data && !today.data.Items.some(({ kind }) => kind === 'import.no-source');
  const may = (permission: Permission) => me.permissions.includes(permission);
  const hasOwnGroupsOnly = me.rolesHere.length > 0 && me.rolesHere.every((role) => role === 'teacher');
  const [firstName = ''] = me.displayName.split(' ');
  return (
    <Page
      isGreeting
      title={t(`greeting.${partOfDay(now)}`, { name: firstName })}
      lead={`${me.currentSchool?.name ?? me.ownerName} · ${formatDay(now, i18n.language)}`}
    >
      <div className="home">
        <div className="home-main">
          <Today read={today} permissions={me.permissions} />
          {may('users.count') && (
            <div className="home-pair">
              <NewUsers days={days} onDays={onDays} mayOpen={may('users.read')} />
              <QuitUsers days={days} mayOpen={may('users.read')} mayAct={may('users.update')} />
            </div>
          )}
        </div>
        <div className="home-side">
          {may('import.read') && <ImportState now={now} hasSource={hasSource} />}
          {hasOwnGroupsOnly && <OwnGroups />}
          {may('locks.count') && <InternetLocks mayOpen={may('locks.read')} />}
          {!hasOwnGroupsOnly && may('users.read') && may('groups.read') && <AtSchool me={me} />}
        </div>
      </div>
    </Page>
  );
}
