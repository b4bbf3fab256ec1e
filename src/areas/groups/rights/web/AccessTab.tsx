import { useTranslation } from 'react-i18next';

import type { GroupDetail } from '#areas/groups/contract.ts';
import { useWrite } from '#web/api/hooks.ts';
import type { TabProps } from '#web/card/registry.ts';
import { ContractForm } from '#web/form/ContractForm.tsx';
import { SelectInput, TextInput } from '#web/form/fields.tsx';
import { formatNumber } from '#web/format.ts';
import { Dialog } from '#web/ui/Dialog.tsx';

import { accessKinds, accessLevels, accessList, type AccessRow, groupRights } from '../contract.ts';
import { RightsList } from './RightsList.tsx';
import { touched } from './words.ts';

const texts = { namespace: 'rights', prefix: 'access.' };
const nameOf = ({ target }: AccessRow) => target;
const looks = {
  choices: { kind: { as: 'badge' as const } },
  cells: { through: ({ through }: AccessRow) => <Through through={through} /> },
};

function Through({ through }: Pick<AccessRow, 'through'>) {
  const { t } = useTranslation('rights');
  return through ?? t('access.own');
}

/** What the group opens to its members, by itself and through the groups it is within. */
export function AccessTab({ subject: group }: TabProps<GroupDetail>) {
  const { t } = useTranslation('rights');
  const { mutateAsync } = useWrite(groupRights.removeAccess, { touches: touched, handleErrors: false });
  return (
    <RightsList
      group={group}
      list={accessList}
      route={groupRights.access}
      texts={texts}
      looks={looks}
      nameOf={nameOf}
      addLabel={t('access.add')}
      dialog={(close) => <AddAccess groupName={group.name} onClose={close} />}
      remove={async (keys) => {
        const { removed } = await mutateAsync({ groupName: group.name, ids: keys.map(Number) });
        const isAll = removed === keys.length;
        return {
          tone: isAll ? 'success' : 'warning',
          text: t(isAll ? 'access.removed' : 'access.removedSome', { count: formatNumber(removed) }),
        };
      }}
    />
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
