import './groups.css';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { PersonLink } from '#areas/users/web/shared.tsx';
import { stands } from '#kernel/standing.ts';
import type { TabProps } from '#web/card/registry.ts';
import { formatDate, formatDateTime, formatNumber } from '#web/format.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { DescriptionList } from '#web/ui/DescriptionList.tsx';
import { WhyNot } from '#web/why/WhyNot.tsx';

import type { GroupDetail } from '../contract.ts';
import { DeletedNotice } from './DeletedNotice.tsx';

/** What the group is, who answers for it, and how large it is. */
export function OverviewTab({ subject: group }: TabProps<GroupDetail>) {
  return (
    <div className="group-overview">
      {group.archived !== null && <DeletedNotice group={group} />}
      <Counts group={group} />
      {group.teacherCount === 0 && group.memberCount > 0 && <NobodyTeaches group={group} />}
      <div className="group-columns">
        <Facts group={group} />
        <Owners group={group} />
      </div>
      <WhyNot of="group" cannot={toldOf(group)} />
    </div>
  );
}

/** Nobody wonders why a group that is there cannot be restored. */
const toldOf = ({ cannot, archived }: GroupDetail) =>
  cannot.filter(({ act }) => act !== 'restore' || archived !== null);

function Counts({ group }: { group: GroupDetail }) {
  const { t } = useTranslation('groups');
  const { name, memberCount, teacherCount, memberOfGroups, nestedGroups } = group;
  const pupils = Math.max(0, memberCount - teacherCount);
  const tiles = [
    { count: memberCount, label: t('column.memberCount'), tab: 'members', search: {} },
    {
      count: pupils,
      label: t('fact.others'),
      tab: 'members',
      search: { 'group-members.memberKind': 'students' },
    },
    {
      count: teacherCount,
      label: t('column.teacherCount'),
      tab: 'members',
      search: { 'group-members.memberRole': 'teacher,contactTeacher' },
    },
    { count: memberOfGroups, label: t('tab.memberOf'), tab: 'member-of', search: {} },
    ...(nestedGroups > 0 ? [{ count: nestedGroups, label: t('tab.nested'), tab: 'nested', search: {} }] : []),
  ];
  return (
    <ul className="group-counts">
      {tiles.map(({ count, label, tab, search }) => (
        <li key={label}>
          <Link to="/groups/$name/$tab" params={{ name, tab }} search={search}>
            <strong>{formatNumber(count)}</strong>
            <span>{label}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

const taught = new Set(['class', 'basis', 'instruction', 'tutor', 'subject']);

function NobodyTeaches({ group }: { group: GroupDetail }) {
  const { t } = useTranslation('groups');
  if (!taught.has(group.type)) return null;
  return (
    <Alert tone="warning" title={t('lacks.title')}>
      {t('lacks.text')}
    </Alert>
  );
}

const day = (value: string | null) => value && formatDate(value);

/** Left out where there is nothing to say: a class has no subject code. */
const known = (term: string, value: ReactNode) => (value ? [{ term, value }] : []);

function Facts({ group }: { group: GroupDetail }) {
  const { t } = useTranslation('groups');
  const { startDate, endDate, expiryDate, archived } = group;
  return (
    <section className="card" aria-label={t('part.facts')}>
      <h2 className="section-title">{t('part.facts')}</h2>
      <DescriptionList
        items={[
          { term: t('column.description'), value: group.description },
          { term: t('column.name'), value: group.name },
          ...known(t('column.email'), group.email && <a href={`mailto:${group.email}`}>{group.email}</a>),
          ...known(t('fact.schoolYear'), group.schoolYear),
          ...known(t('fact.subjectCode'), group.subjectCode),
          ...known(t('fact.grade'), group.grade),
          ...known(
            t('fact.period'),
            (startDate ?? endDate) && `${day(startDate) ?? ''} – ${day(endDate) ?? ''}`,
          ),
          {
            term: t('column.source'),
            value: group.source === 'manual' ? t('source.manual') : group.sourceName,
          },
          { term: t('column.created'), value: formatDateTime(group.created) },
          ...known(t('column.expiryDate'), day(expiryDate)),
          ...known(t('column.archived'), archived && formatDateTime(archived)),
          ...known(
            t('column.printPeriodType'),
            stands('print') && t(`choice.printPeriodType.${group.printPeriodType}`),
          ),
          {
            term: t('column.visibleInAddressLists'),
            value: t(`choice.visibleInAddressLists.${group.visibleInAddressLists ? 'yes' : 'no'}`),
          },
          ...(group.deletePrevention ? [{ term: t('fact.deletePrevention'), value: t('fact.on') }] : []),
        ]}
      />
    </section>
  );
}

function Owners({ group: { owners } }: { group: GroupDetail }) {
  const { t } = useTranslation('groups');
  return (
    <section className="card" aria-label={t('part.owners')}>
      <h2 className="section-title">{t('part.owners')}</h2>
      {owners.length === 0 ? (
        <p className="meta">{t('owners.none')}</p>
      ) : (
        <ul className="group-people">
          {owners.map(({ userName, displayName, role }) => (
            <li key={userName}>
              <PersonLink userName={userName}>{displayName}</PersonLink>
              <Badge tone={role === 'contactTeacher' ? 'accent' : 'neutral'}>
                {t(`choice.memberRole.${role}`)}
              </Badge>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
