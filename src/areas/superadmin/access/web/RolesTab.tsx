import './access.css';
import { EyeIcon } from '@navikt/aksel-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { UserDetail } from '#areas/users/contract.ts';
import { rolesWith } from '#kernel/permissions.ts';
import { useRead } from '#web/api/hooks.ts';
import { CardState } from '#web/card/CardState.tsx';
import type { TabProps } from '#web/card/registry.ts';
import { Button } from '#web/ui/Button.tsx';
import { later } from '#web/ui/later.tsx';
import { EmptyState } from '#web/ui/States.tsx';
import { Status } from '#web/ui/Status.tsx';
import { roleNames, useActName } from '#web/why/words.ts';

import { access, type HeldRole } from '../contract.ts';
import { HeldAt } from './HeldAt.tsx';
import { listed } from './listed.ts';
import { Roles } from './Roles.tsx';

const SeeAsDialog = later(async () => (await import('./SeeAsDialog.tsx')).SeeAsDialog);

/** The roles of a colleague, what each gives, and the portal as they see it. */
export function RolesTab({ subject: { userName, displayName } }: TabProps<UserDetail>) {
  const { t } = useTranslation('access');
  const [isOpen, setOpen] = useState(false);
  const read = useRead(access.roles, { userName }, { handleErrors: false });
  return (
    <div className="access-able">
      <div>
        <Button icon={<EyeIcon aria-hidden />} onPress={() => setOpen(true)}>
          {t('seeAs.button', { name: displayName })}
        </Button>
      </div>
      {read.data === undefined && <CardState read={read} />}
      {read.data?.Items.length === 0 && (
        <EmptyState title={t('roles.none')}>
          {t('roles.noneHelp', { roles: roleNames(rolesWith('access.order')) })}
        </EmptyState>
      )}
      <ul className="access-people" data-part>
        {(read.data?.Items ?? []).map((held) => (
          <li key={`${held.role} ${held.school?.code ?? ''}`} className="access-person">
            <Held held={held} />
          </li>
        ))}
      </ul>
      {isOpen && <SeeAsDialog userName={userName} displayName={displayName} onClose={() => setOpen(false)} />}
    </div>
  );
}

function Held({ held }: { held: HeldRole }) {
  const { role, isInForce, gives } = held;
  const { t } = useTranslation('access');
  const actName = useActName();
  const own = gives
    .filter(({ reach }) => reach === 'own-groups')
    .map(({ permission }) => actName(permission));
  const all = gives
    .filter(({ reach }) => reach !== 'own-groups')
    .map(({ permission }) => actName(permission));
  return (
    <>
      <Roles roles={[role]} />
      {!isInForce && <Status tone="warning">{t('roles.rests')}</Status>}
      <HeldAt {...held} />
      {all.length > 0 && <p className="access-acts">{t('whoCan.can', { acts: listed(all) })}</p>}
      {own.length > 0 && <p className="access-acts">{t('roles.ownGroups', { acts: listed(own) })}</p>}
    </>
  );
}
