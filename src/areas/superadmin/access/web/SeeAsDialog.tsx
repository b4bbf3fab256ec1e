import './access.css';
import { useTranslation } from 'react-i18next';

import type { Permission } from '#kernel/permissions.ts';
import { useRead } from '#web/api/hooks.ts';
import { CardState } from '#web/card/CardState.tsx';
import { navGroups, permitted } from '#web/nav.ts';
import { useShellContext } from '#web/shell/useShellContext.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { useActName, useWhy } from '#web/why/words.ts';

import { access, type SeenRight } from '../contract.ts';

interface SeeAsDialogProps {
  userName: string;
  displayName: string;
  onClose: () => void;
}

/** The menu somebody else has and why they lack the rest: to be looked at alone, and logged. */
export function SeeAsDialog({ userName, displayName, onClose }: SeeAsDialogProps) {
  const { t } = useTranslation('access');
  const read = useRead(access.seeAs, { userName }, { handleErrors: false });
  return (
    <Dialog title={t('seeAs.title', { name: displayName })} isOpen onClose={onClose} width="wide">
      {read.data ? (
        <div className="access-able">
          <p className="meta">
            {t('seeAs.logged', { school: read.data.school?.name ?? t('whoCan.everywhere') })}
          </p>
          {!read.data.signsIn && <Alert tone="warning">{t('seeAs.closed')}</Alert>}
          {read.data.signsIn && <Menu rights={read.data.Items} />}
          <Lacks rights={read.data.Items} />
        </div>
      ) : (
        <CardState read={read} />
      )}
    </Dialog>
  );
}

const held = (rights: readonly SeenRight[]): Permission[] =>
  rights.flatMap(({ permission, reach }) => (reach === null ? [] : [permission]));

function Menu({ rights }: { rights: readonly SeenRight[] }) {
  const { t } = useTranslation('access');
  const { t: shell } = useTranslation('shell');
  const { nav } = useShellContext();
  const entries = permitted(nav, held(rights));
  return (
    <section aria-label={t('seeAs.menu')}>
      <h3 className="section-title">{t('seeAs.menu')}</h3>
      <dl className="access-menu">
        {navGroups
          .map((group) => ({ group, some: entries.filter((entry) => entry.group === group) }))
          .filter(({ some }) => some.length > 0)
          .map(({ group, some }) => (
            <div key={group}>
              <dt>{shell(`nav.${group}`)}</dt>
              {some.map(({ to, title, icon: Icon }) => (
                <dd key={to}>
                  <Icon aria-hidden /> {shell(title)}
                </dd>
              ))}
            </div>
          ))}
      </dl>
    </section>
  );
}

/** Often one rule stands in the way of several rights; it is told once. */
function Lacks({ rights }: { rights: readonly SeenRight[] }) {
  const { t } = useTranslation('access');
  const actName = useActName();
  const say = useWhy();
  const own = rights
    .filter(({ reach }) => reach === 'own-groups')
    .map(({ permission }) => actName(permission));
  const lacking = rights.filter(({ why }) => why !== null);
  return (
    <section aria-label={t('seeAs.lacks')}>
      {own.length > 0 && (
        <>
          <h3 className="section-title">{t('seeAs.own')}</h3>
          <p>{own.join(' · ')}</p>
        </>
      )}
      <h3 className="section-title">
        {t('seeAs.lacks')} <span className="meta">{lacking.length}</span>
      </h3>
      <dl className="access-lacks">
        {lacking.map(({ permission, why }) => (
          <div key={permission}>
            <dt>{actName(permission)}</dt>
            <dd>{say(why?.rule === permission ? { ...why, rule: 'right.lacking' } : (why ?? undefined))}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
