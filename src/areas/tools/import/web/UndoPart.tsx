import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { groupFinding } from '#areas/groups/find/contract.ts';
import { UndoOperationDialog } from '#areas/logs/web/shared.tsx';
import { useRead } from '#web/api/hooks.ts';
import { Button } from '#web/ui/Button.tsx';
import { ComboBox } from '#web/ui/ComboBox.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx';

import { imports } from '../contract.ts';

const kinds = ['school', 'group'] as const;
type Kind = (typeof kinds)[number];
type Part = { school: string } | { group: string };

/** Undoing what an import did to one school, or to one class: which is asked first, then what would become of it. */
export function UndoPart({ operationId }: { operationId: number }) {
  const { t } = useTranslation(['import', 'form']);
  const [isAsked, setAsked] = useState(false);
  const [part, setPart] = useState<Part>();
  return (
    <>
      <Button onPress={() => setAsked(true)}>{t('undoPart.button')}</Button>
      {isAsked && (
        <ChoosePart
          onClose={() => setAsked(false)}
          onChosen={(chosen) => {
            setAsked(false);
            setPart(chosen);
          }}
        />
      )}
      {part && <UndoOperationDialog id={operationId} part={part} isOpen onClose={() => setPart(undefined)} />}
    </>
  );
}

interface ChoosePartProps {
  onChosen: (part: Part) => void;
  onClose: () => void;
}

function ChoosePart({ onChosen, onClose }: ChoosePartProps) {
  const { t } = useTranslation(['import', 'form']);
  const [kind, setKind] = useState<Kind>('school');
  const [school, setSchool] = useState<string>();
  const [group, setGroup] = useState<string>();
  const [search, setSearch] = useState('');
  const schools = useRead(imports.schools, {});
  const isSearching = search.length >= 2;
  const groups = useRead(groupFinding.search, { search, take: 50 }, { enabled: isSearching });
  const part: Part | undefined =
    kind === 'school'
      ? school === undefined
        ? undefined
        : { school }
      : group === undefined
        ? undefined
        : { group };
  return (
    <Dialog
      title={t('undoPart.title')}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t('form:cancel')}</Button>
          <Button variant="primary" isDisabled={part === undefined} onPress={() => part && onChosen(part)}>
            {t('undoPart.next')}
          </Button>
        </>
      }
    >
      <div className="import-decide">
        <p>{t('undoPart.text')}</p>
        <SegmentedControl
          label={t('undoPart.kind')}
          value={kind}
          onChange={setKind}
          options={kinds.map((one) => ({ value: one, label: t(`undoPart.${one}`) }))}
        />
        {kind === 'school' ? (
          <ComboBox
            key={schools.data === undefined ? 'waiting' : 'schools'}
            label={t('undoPart.school')}
            options={schools.data?.Items ?? []}
            value={school}
            onChange={setSchool}
          />
        ) : (
          <ComboBox
            label={t('undoPart.group')}
            options={(isSearching ? (groups.data?.Items ?? []) : []).map(
              ({ name, displayName, school: at }) => ({
                value: name,
                label: [displayName, at?.name].filter(Boolean).join(' · '),
              }),
            )}
            value={group}
            onChange={setGroup}
            onSearch={setSearch}
            isSearching={groups.isFetching}
          />
        )}
      </div>
    </Dialog>
  );
}
