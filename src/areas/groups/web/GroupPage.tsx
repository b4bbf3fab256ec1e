import './groups.css';
import { ChevronLeftIcon } from '@navikt/aksel-icons';
import { Link, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { useRead } from '#web/api/hooks.ts';
import { PageCard } from '#web/card/PageCard.tsx';
import { useMay } from '#web/list/useMay.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';

import { type GroupDetail, groups } from '../contract.ts';
import { GroupActs } from './GroupActs.tsx';
import { ChatMark, TeamMark } from './marks.tsx';
import { groupCard } from './shared.tsx';

/** A group's card, a page of its own with its tabs beside the content. */
export function GroupPage() {
  const { name = '', tab } = useParams({ strict: false });
  return <Card key={name} name={name} tab={tab} />;
}

function Card({ name, tab }: { name: string; tab: string | undefined }) {
  const { t } = useTranslation('shell');
  const read = useRead(groups.get, { name }, { handleErrors: false });
  return (
    <PageCard
      card={groupCard}
      read={read}
      name={name}
      titleOf={({ displayName }) => displayName}
      marksOf={(group) => <Marks group={group} />}
      wayOut={<LinkButton to="/groups">{t('title.userGroups')}</LinkButton>}
      actsOf={(group) => <GroupActs group={group} />}
      tab={tab}
      to="/groups/$name/$tab"
      params={{ name }}
    />
  );
}

function Marks({
  group: { type, school, teamStatus, chatStatus, archived, deleteOn },
}: {
  group: GroupDetail;
}) {
  const { t } = useTranslation('groups');
  // Whoever runs groups across schools came from their own list.
  const runsGlobal = useMay('global-groups.manage');
  const back = (
    <>
      <ChevronLeftIcon aria-hidden />
      {t(`plural.${type}`)}
    </>
  );
  return (
    <>
      {type === 'global' && runsGlobal ? (
        <Link to="/superadmin/global-groups" className="group-back">
          {back}
        </Link>
      ) : (
        <Link to="/groups" search={{ type }} className="group-back">
          {back}
        </Link>
      )}
      {school && <span>{school.name}</span>}
      {teamStatus !== 'none' && <TeamMark status={teamStatus} />}
      {chatStatus !== 'default' && <ChatMark status={chatStatus} />}
      {archived !== null && (
        <Badge tone="warning">{t(deleteOn === null ? 'column.archived' : 'mark.deleted')}</Badge>
      )}
    </>
  );
}
