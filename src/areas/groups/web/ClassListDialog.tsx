import './groups.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { download } from '#web/api/files.ts';
import { currentLanguage } from '#web/i18n.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Select } from '#web/ui/Select.tsx';

import { type ClassListColumn, classListColumns, groupActs } from '../acts/contract.ts';
import type { GroupDetail } from '../contract.ts';

const whoChoices = ['everybody', 'students', 'employees'] as const;
type Who = (typeof whoChoices)[number];
const atFirst: readonly ClassListColumn[] = ['name', 'className', 'userName'];

/** Columns to print, and empty ones to tick. National numbers are not among the choices. */
export function ClassListDialog({ group, onClose }: { group: GroupDetail; onClose: () => void }) {
  const { t } = useTranslation('groups');
  const [columns, setColumns] = useState(atFirst);
  const [blank, setBlank] = useState('3');
  const [who, setWho] = useState<Who>('everybody');
  const [busy, setBusy] = useState<'pdf' | 'xlsx'>();
  const [hasFailed, setFailed] = useState(false);

  const toggle = (column: ClassListColumn, isChosen: boolean) =>
    setColumns(classListColumns.filter((one) => (one === column ? isChosen : columns.includes(one))));
  const fetchList = async (format: 'pdf' | 'xlsx') => {
    const spoken = currentLanguage();
    setBusy(format);
    setFailed(false);
    try {
      await download(groupActs.printList, {
        name: group.name,
        format,
        columns: columns.join(','),
        ...(format === 'pdf' && { blank }),
        ...(who !== 'everybody' && { memberKind: who }),
        language: spoken === 'fr' ? 'en' : spoken,
      });
    } catch {
      setFailed(true);
    } finally {
      setBusy(undefined);
    }
  };
  const act = (format: 'pdf' | 'xlsx') => (
    <Button
      variant={format === 'pdf' ? 'primary' : 'secondary'}
      isPending={busy === format}
      isDisabled={columns.length === 0}
      onPress={() => void fetchList(format)}
    >
      {t(`list.${format}`)}
    </Button>
  );
  return (
    <Dialog
      title={t('list.title', { name: group.displayName })}
      isOpen
      onClose={onClose}
      footer={
        <>
          {act('xlsx')}
          {act('pdf')}
        </>
      }
    >
      <div className="group-dialog">
        {hasFailed && (
          <Alert tone="danger" isLive>
            {t('list.failed')}
          </Alert>
        )}
        <fieldset className="group-list-columns">
          <legend className="ui-label">{t('list.columns')}</legend>
          {classListColumns.map((column) => (
            <Checkbox
              key={column}
              label={t(`classList.column.${column}`)}
              isSelected={columns.includes(column)}
              onChange={(isChosen) => toggle(column, isChosen)}
            />
          ))}
        </fieldset>
        {columns.length === 0 && <p role="status">{t('list.none')}</p>}
        <div className="group-pair">
          <Select
            label={t('list.who')}
            value={who}
            options={whoChoices.map((value) => ({ value, label: t(`list.${value}`) }))}
            onChange={setWho}
          />
          <Select
            label={t('list.blank')}
            value={blank}
            options={['0', '1', '2', '3', '4', '5', '6'].map((value) => ({ value, label: value }))}
            onChange={setBlank}
          />
        </div>
        <p className="meta">{t('list.privacy')}</p>
      </div>
    </Dialog>
  );
}
