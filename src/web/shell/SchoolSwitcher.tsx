import { ChevronUpDownIcon } from '@navikt/aksel-icons';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Me } from '#areas/login/contract.ts';

import { schoolFilters } from '../list/school-filters.ts';
import { loose } from '../loose.ts';
import { permitted } from '../nav.ts';
import type { Session } from '../session.ts';
import { later } from '../ui/later.tsx';
import { notify } from '../ui/notices.ts';
import { Popover } from '../ui/Popover.tsx';
import { Pressable } from '../ui/Pressable.tsx';
import type { SearchListOption } from '../ui/SearchList.tsx';
import { LeaveDialog } from './LeaveDialog.tsx';
import { placeAtSchool } from './school-place.ts';
import { hasUnsavedChanges } from './useLeavePrompt.tsx';
import { useShellContext } from './useShellContext.ts';
import { WHOLE_OWNER } from './wholeOwner.ts';

const SchoolList = later(async () => (await import('./SchoolList.tsx')).SchoolList);

/** The current school. Switching re-issues the tokens for the other one (specification §4) and stays on the page. */
export function SchoolSwitcher({ me, session }: { me: Me; session: Session }) {
  const { t } = useTranslation();
  const router = useRouter();
  const { nav } = useShellContext();
  const [isPending, setPending] = useState(false);
  /** The school chosen while a form had unsaved changes. */
  const [asked, setAsked] = useState<SearchListOption>();
  const name = me.currentSchool?.name ?? t('school.all');

  const words = (
    <span className="sidebar-card-words">
      <strong className="truncate">{name}</strong>
      <small className="truncate">{me.ownerName}</small>
    </span>
  );
  // Whoever only keeps the portal stands at the whole owner and nowhere else.
  const places = me.schools.length + (me.mayStandAtOwner ? 1 : 0);
  if (!me.permissions.includes('schools.all') && places < 2) {
    return (
      <div className="sidebar-card" data-framed data-static>
        {words}
      </div>
    );
  }

  const change = async ({ value, label }: SearchListOption) => {
    setPending(true);
    // Read before the switch, which takes the page and its lists off the screen.
    const filters = schoolFilters();
    try {
      await session.switchSchool(value === WHOLE_OWNER ? undefined : value);
      await router.navigate(loose({ ...placeThere(filters), replace: true, ignoreBlocker: true }));
      await router.invalidate();
      notify({ tone: 'success', text: t('school.switched', { name: label }) });
    } catch {
      notify({ tone: 'danger', text: t('school.failed') });
    } finally {
      setPending(false);
    }
  };

  const placeThere = (filters: ReadonlySet<string>) => {
    const { location, matches } = router.state;
    const pattern: unknown = matches.at(-1)?.fullPath;
    const permissions = session.current()?.me?.permissions ?? [];
    return placeAtSchool(
      {
        pathname: location.pathname,
        pattern: typeof pattern === 'string' ? pattern : '',
        search: location.search,
      },
      { schoolFilters: filters, openEntries: permitted(nav, permissions), allEntries: nav },
    );
  };

  const choose = (option: SearchListOption) => {
    if (hasUnsavedChanges()) setAsked(option);
    else void change(option);
  };

  return (
    <>
      <Popover
        label={t('school.switch')}
        padded={false}
        trigger={
          <Pressable className="sidebar-card" data-framed isPending={isPending}>
            <span className="visually-hidden">{t('school.switch')}: </span>
            {words}
            <ChevronUpDownIcon aria-hidden />
          </Pressable>
        }
      >
        {(close) => (
          <SchoolList
            me={me}
            session={session}
            onChoose={(option) => {
              close();
              choose(option);
            }}
          />
        )}
      </Popover>
      <LeaveDialog
        isOpen={asked !== undefined}
        onStay={() => setAsked(undefined)}
        onLeave={() => {
          setAsked(undefined);
          if (asked) void change(asked);
        }}
      />
    </>
  );
}
