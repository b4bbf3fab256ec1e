import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { groups } from '#areas/groups/contract.ts';
import { groupAddress } from '#areas/groups/web/shared.tsx';
import { useRead } from '#web/api/hooks.ts';
import { formatNumber } from '#web/format.ts';
import { Badge } from '#web/ui/Badge.tsx';

import { Widget } from './Widget.tsx';

const MOST = 12;

/** A teacher's own groups: the whole of what they may see here. */
export function OwnGroups() {
  const { t } = useTranslation(['home', 'groups']);
  const read = useRead(groups.list, { pageSize: MOST }, { handleErrors: false });
  return (
    <Widget title={t('own.title')} read={read}>
      {({ Items, TotalItems }) =>
        TotalItems === 0 ? (
          <p className="meta">{t('own.none')}</p>
        ) : (
          <>
            <ul className="home-lines">
              {Items.map(({ name, displayName, type, memberCount }) => (
                <li key={name}>
                  <Link to={groupAddress(name)}>
                    <span>
                      {displayName} <Badge>{t(`groups:choice.type.${type}`)}</Badge>
                    </span>
                    <strong>{formatNumber(memberCount)}</strong>
                  </Link>
                </li>
              ))}
            </ul>
            {TotalItems > Items.length && (
              <Link to="/groups" className="home-more">
                {t('own.all', { number: formatNumber(TotalItems) })}
              </Link>
            )}
          </>
        )
      }
    </Widget>
  );
}
