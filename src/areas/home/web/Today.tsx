import './today.css';
import { CheckmarkCircleIcon, CheckmarkIcon, ChevronRightIcon } from '@navikt/aksel-icons';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';

import type { Output } from '#kernel/contract.ts';
import type { Permission } from '#kernel/permissions.ts';
import { formatNumber, formatTime } from '#web/format.ts';
import { LinkButton } from '#web/ui/LinkButton.tsx';

import { type Concern, concerns, type home } from '../contract.ts';
import { SeverityMark } from './SeverityMark.tsx';
import { Who } from './Who.tsx';
import { Widget } from './Widget.tsx';

type Answer = Output<typeof home.today>;

/** The page that shows what a concern counted. */
const pages: Record<Concern['list'], string> = {
  users: '/users',
  groups: '/groups',
  imports: '/tools/import',
  dataSources: '/superadmin/data-sources',
  temporaryAccess: '/tools/temporary-access',
  blockedAccess: '/tools/blocked-access',
  superadmins: '/superadmin/superadmins',
};

/** What is looked after for whoever may see the list. */
const needed: Record<Concern['kind'], Permission> = {
  'import.failed': 'import.read',
  'import.no-source': 'import.read',
  'import.rejects': 'import.read',
  'users.locked': 'users.read',
  'users.expiring': 'users.read',
  'users.invalid': 'users.read',
  'groups.invalid': 'groups.read',
  'groups.without-teacher': 'groups.read',
  'groups.without-contact-teacher': 'groups.read',
  'access.temporary': 'school-access.order',
  'access.blocked': 'school-access.order',
  'superadmins.new': 'superadmins.manage',
};

interface TodayProps {
  read: ComponentProps<typeof Widget<Answer>>['read'];
  permissions: readonly Permission[];
}

/** Weightiest first, each with who it is about and the way to do something about it. */
export function Today({ read, permissions }: TodayProps) {
  const { t } = useTranslation('home');
  return (
    <Widget
      title={t('today.title')}
      read={read}
      aside={read.data && <span className="meta">{t('today.at', { time: formatTime(read.data.at) })}</span>}
    >
      {({ Items }) => (
        <>
          {Items.length === 0 ? (
            <AllIsWell />
          ) : (
            <ul className="home-today">
              {Items.map((concern) => (
                <Item key={concern.kind} concern={concern} permissions={permissions} />
              ))}
            </ul>
          )}
          <InOrder
            kinds={concerns.filter(
              (kind) => permissions.includes(needed[kind]) && !Items.some((item) => item.kind === kind),
            )}
          />
        </>
      )}
    </Widget>
  );
}

function Item({ concern, permissions }: { concern: Concern; permissions: readonly Permission[] }) {
  const { t } = useTranslation('home');
  const { kind, severity, count, list, params } = concern;
  return (
    <li data-severity={severity}>
      <SeverityMark severity={severity} />
      <div className="home-today-words">
        <strong>{t(`concern.${kind}`, { count, number: formatNumber(count) })}</strong>
        <span className="meta">{t(`help.${kind}`)}</span>
        <Who concern={concern} />
      </div>
      {(list !== 'dataSources' || permissions.includes('data-sources.manage')) && (
        <LinkButton to={pages[list]} search={params} size="small">
          {t(`act.${list}`)}
          <ChevronRightIcon aria-hidden />
        </LinkButton>
      )}
    </li>
  );
}

/** What was looked after and found in order: no news is told, so that silence is not mistaken for it. */
function InOrder({ kinds }: { kinds: readonly Concern['kind'][] }) {
  const { t } = useTranslation('home');
  if (kinds.length === 0) return null;
  return (
    <section className="home-order" aria-label={t('order.title')}>
      <h3 className="meta">{t('order.title')}</h3>
      <ul className="home-order-list">
        {kinds.map((kind) => (
          <li key={kind}>
            <CheckmarkIcon aria-hidden />
            {t(`order.${kind}`)}
          </li>
        ))}
      </ul>
    </section>
  );
}

function AllIsWell() {
  const { t } = useTranslation('home');
  return (
    <div className="home-well">
      <CheckmarkCircleIcon aria-hidden />
      <div>
        <strong>{t('today.well')}</strong>
        <p className="meta">{t('today.wellText')}</p>
      </div>
    </div>
  );
}
