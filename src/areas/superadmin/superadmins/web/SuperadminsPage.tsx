import './superadmins.css';
import { ClockDashedIcon } from '@navikt/aksel-icons';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { AccessTabs } from '#areas/superadmin/access/web/shared.tsx';
import { useRead } from '#web/api/hooks.ts';
import { formatNumber } from '#web/format.ts';
import { ListPage } from '#web/list/ListPage.tsx';
import type { Looks } from '#web/list/look.ts';
import { ViewSelect } from '#web/list/ViewSelect.tsx';
import { later } from '#web/ui/later.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { NewButton } from '#web/ui/NewButton.tsx';

import {
  type GroupId,
  superadminGroups,
  superadminList,
  type SuperadminRow,
  superadmins,
} from '../contract.ts';

const AddDialog = later(async () => (await import('./AddDialog.tsx')).AddDialog);
const MemberCard = later(async () => (await import('./MemberCard.tsx')).MemberCard);

const texts = { namespace: 'superadmins', prefix: 'list.' };
const nameOf = ({ displayName }: SuperadminRow) => displayName;
const looks: Looks<SuperadminRow> = {
  cells: {
    displayName: ({ displayName, isSelf }) => <Name name={displayName} isSelf={isSelf} />,
  },
};

function Name({ name, isSelf }: { name: string; isSelf: boolean }) {
  const { t } = useTranslation('superadmins');
  return isSelf ? t('you', { name }) : name;
}

/** Those who look after the whole municipality, and why each of them does. */
export function SuperadminsPage() {
  const [groupId, setGroup] = useState<GroupId>('superadmin');
  const fixed = useMemo(() => ({ groupId }), [groupId]);
  return (
    <ListPage
      key={groupId}
      list={superadminList}
      route={superadmins.users}
      fixed={fixed}
      texts={texts}
      looks={looks}
      nameOf={nameOf}
      isTight
      views={
        <>
          <AccessTabs />
          <Groups value={groupId} onChange={setGroup} />
        </>
      }
      primary={<Acts groupId={groupId} />}
      card={({ key, close }) => <MemberCard key={key} groupId={groupId} userName={key} onClose={close} />}
    />
  );
}

interface GroupsProps {
  value: GroupId;
  onChange: (group: GroupId) => void;
}

function Groups({ value, onChange }: GroupsProps) {
  const { t } = useTranslation('superadmins');
  const { data } = useRead(superadmins.groups, {}, { handleErrors: false });
  const optionOf = (id: GroupId) => {
    const count = data?.Items.find((group) => group.id === id)?.memberCount;
    const name = t(`group.${id}`);
    return { value: id, label: count === undefined ? name : `${name} (${formatNumber(count)})` };
  };
  return (
    <ViewSelect
      label={t('groups')}
      value={value}
      onChange={onChange}
      options={superadminGroups.map(optionOf)}
    />
  );
}

function Acts({ groupId }: { groupId: GroupId }) {
  const { t } = useTranslation('superadmins');
  return (
    <>
      <LinkButton to="/logs/admin" icon={<ClockDashedIcon aria-hidden />}>
        {t('log')}
      </LinkButton>
      <NewButton label={t('add.button')}>
        {(close) => <AddDialog groupId={groupId} onClose={close} />}
      </NewButton>
    </>
  );
}
