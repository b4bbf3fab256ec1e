import './school-access.css';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import type { UserDetail } from '#areas/users/contract.ts';
import type { TabProps } from '#web/card/registry.ts';
import { ListPage } from '#web/list/ListPage.tsx';

import type { AccessEntry } from '../contract.ts';
import { type Kind, kinds } from './kinds.ts';
import { accessLooks } from './looks.tsx';

const nameOf = ({ displayName }: AccessEntry) => displayName;

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
  const whose = useMemo(() => ({ userName }), [userName]);
  const texts = useMemo(() => ({ namespace: 'school-access', prefix: `${kind}.user.` }), [kind]);
  const { list, routes, path } = kinds[kind];
  return (
    <section aria-label={t(`${kind}.title`)}>
      <h3 className="section-title">{t(`${kind}.title`)}</h3>
      <ListPage
        list={list}
        route={routes.list}
        fixed={whose}
        texts={texts}
        looks={accessLooks}
        nameOf={nameOf}
        rowHref={({ id }) => `${path}?open=${id}`}
        isPart
      />
    </section>
  );
}
