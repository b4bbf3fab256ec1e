import './access.css';
import { useTranslation } from 'react-i18next';

import { type Permission, rolesWith } from '#kernel/permissions.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { grantersText, roleNames, useActName, useWhy } from '#web/why/words.ts';

import type { SeenRight } from '../contract.ts';
import { areaOf, rightAreas } from './right-areas.ts';

export const held = (rights: readonly SeenRight[]): Permission[] =>
  rights.flatMap(({ permission, reach }) => (reach === null ? [] : [permission]));

interface LacksProps {
  name: string;
  rights: readonly SeenRight[];
}

/** What somebody cannot do and who can, by part of the portal; of whoever has no role that is said first. */
export function Lacks({ name, rights }: LacksProps) {
  const { t } = useTranslation('access');
  const actName = useActName();
  const own = rights
    .filter(({ reach }) => reach === 'own-groups')
    .map(({ permission }) => actName(permission));
  const lacking = rights.filter(({ why }) => why !== null);
  const areas = rightAreas
    .map((area) => ({ area, some: lacking.filter(({ permission }) => areaOf(permission) === area) }))
    .filter(({ some }) => some.length > 0);
  return (
    <section aria-label={t('seeAs.lacks')}>
      {held(rights).length === 0 && (
        <Alert tone="info" title={t('seeAs.noRole', { name })}>
          {t('roles.noneHelp', { roles: roleNames(rolesWith('access.order')) })}
        </Alert>
      )}
      {own.length > 0 && (
        <>
          <h3 className="section-title">{t('seeAs.own')}</h3>
          <p>{own.join(' · ')}</p>
        </>
      )}
      <h3 className="section-title">
        {t('seeAs.lacks')} <span className="meta">{lacking.length}</span>
      </h3>
      <div className="access-lacks">
        {areas.map(({ area, some }) => (
          <details key={area} open={areas.length === 1}>
            <summary>
              {t(`area.${area}`)} <span className="meta">{some.length}</span>
            </summary>
            <Reasons rights={some} />
          </details>
        ))}
      </div>
    </section>
  );
}

/** Often one reason stands in the way of several rights; it is told once. */
function Reasons({ rights }: { rights: readonly SeenRight[] }) {
  const { t } = useTranslation('access');
  const actName = useActName();
  const say = useWhy();
  const byReason = new Map<string, string[]>();
  for (const { permission, why } of rights) {
    const reason =
      (why?.rule === permission ? grantersText(why) : say(why ?? undefined)) ?? t('seeAs.nobody');
    byReason.set(reason, [...(byReason.get(reason) ?? []), actName(permission)]);
  }
  return (
    <dl>
      {[...byReason].map(([reason, acts]) => (
        <div key={reason}>
          <dt>{reason}</dt>
          <dd>{acts.join(' · ')}</dd>
        </div>
      ))}
    </dl>
  );
}
