import './access.css';
import { useTranslation } from 'react-i18next';

import { useRead } from '#web/api/hooks.ts';
import { CardState } from '#web/card/CardState.tsx';
import { navGroups, permitted } from '#web/nav.ts';
import { useShellContext } from '#web/shell/useShellContext.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';

import { access, type SeenRight } from '../contract.ts';
import { held, Lacks } from './Lacks.tsx';

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
          {read.data.signsIn && held(read.data.Items).length > 0 && <Menu rights={read.data.Items} />}
          <Lacks name={displayName} rights={read.data.Items} />
        </div>
      ) : (
        <CardState read={read} />
      )}
    </Dialog>
  );
}

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
