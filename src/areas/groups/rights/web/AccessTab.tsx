import './rights.css';
import { PlusIcon, TrashIcon } from '@navikt/aksel-icons';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { GroupDetail } from '#areas/groups/contract.ts';
import { useWrite } from '#web/api/hooks.ts';
import type { TabProps } from '#web/card/registry.ts';
import { ContractForm } from '#web/form/ContractForm.tsx';
import { SelectInput, TextInput } from '#web/form/fields.tsx';
import { asRefusal, refusalText } from '#web/form/refusal.ts';
import { formatNumber } from '#web/format.ts';
import type { Chosen } from '#web/list/BulkBar.tsx';
import { chosenKeys } from '#web/list/chosen-keys.ts';
import { ListPage } from '#web/list/ListPage.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { notify } from '#web/ui/notices.ts';

import { accessKinds, accessLevels, accessList, type AccessRow, groupRights } from '../contract.ts';
import { touched } from './words.ts';

const texts = { namespace: 'rights', prefix: 'access.' };
const nameOf = ({ target }: AccessRow) => target;
const looks = {
  choices: { kind: { as: 'badge' as const } },
  cells: { through: ({ through }: AccessRow) => <Through through={through} /> },
};
/** What one act takes at once. */
const MOST = 200;

function Through({ through }: Pick<AccessRow, 'through'>) {
  const { t } = useTranslation('rights');
  return through ?? t('access.own');
}

/** What the group opens to its members, by itself and through the groups it is within. */
export function AccessTab({ subject: group }: TabProps<GroupDetail>) {
  const { t } = useTranslation(['rights', 'errors', 'form']);
  const [isAdding, setAdding] = useState(false);
  const whose = useMemo(() => ({ groupName: group.name }), [group.name]);
  const { mutateAsync } = useWrite(groupRights.removeAccess, { touches: touched, handleErrors: false });
  const mayChange = group.can.includes('manage') && group.archived === null;

  const remove = async (chosen: Chosen) => {
    try {
      const ids = await chosenKeys(accessList, groupRights.access, chosen, MOST);
      if (!ids) {
        notify({ tone: 'warning', text: t('tooMany', { most: formatNumber(MOST) }) });
        return;
      }
      const { removed } = await mutateAsync({ groupName: group.name, ids: ids.map(Number) });
      const isAll = removed === ids.length;
      notify({
        tone: isAll ? 'success' : 'warning',
        text: t(isAll ? 'access.removed' : 'access.removedSome', { count: formatNumber(removed) }),
      });
    } catch (error) {
      notify({ tone: 'danger', text: refusalText(asRefusal(error), t) });
    }
  };
  const acts = [
    {
      id: 'remove',
      label: t('remove'),
      icon: <TrashIcon aria-hidden />,
      onAct: (chosen: Chosen) => void remove(chosen),
    },
  ];
  return (
    <>
      {mayChange && (
        <div className="rights-acts">
          <Button variant="primary" icon={<PlusIcon aria-hidden />} onPress={() => setAdding(true)}>
            {t('access.add')}
          </Button>
        </div>
      )}
      <ListPage
        list={accessList}
        route={groupRights.access}
        fixed={whose}
        texts={texts}
        looks={looks}
        nameOf={nameOf}
        bulkActs={mayChange ? acts : []}
        isPart
      />
      {isAdding && <AddAccess groupName={group.name} onClose={() => setAdding(false)} />}
    </>
  );
}

function AddAccess({ groupName, onClose }: { groupName: string; onClose: () => void }) {
  const { t } = useTranslation('rights');
  return (
    <Dialog title={t('access.addTitle')} isOpen onClose={onClose}>
      <ContractForm
        route={groupRights.addAccess}
        values={{ target: '', kind: accessKinds[0], level: accessLevels[0] }}
        fixed={{ groupName }}
        namespace="rights"
        touches={touched}
        saveLabel={t('save')}
        onSaved={onClose}
        onCancel={onClose}
      >
        <SelectInput
          name="kind"
          options={accessKinds.map((value) => ({ value, label: t(`choice.kind.${value}`) }))}
        />
        <TextInput name="target" />
        <SelectInput
          name="level"
          options={accessLevels.map((value) => ({ value, label: t(`choice.level.${value}`) }))}
        />
      </ContractForm>
    </Dialog>
  );
}
