import './facet.css';
import { PencilIcon, TrashIcon } from '@navikt/aksel-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { SavedView } from '#areas/settings/views/contract.ts';

import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { notify } from '../ui/notices.ts';
import { TextField } from '../ui/TextField.tsx';
import { type AddressParams, type ListAddress, readAddress, writeAddress } from './address.ts';
import type { AnyList } from './definition.ts';
import type { ChangeAddress } from './useListAddress.ts';
import { useViews } from './useViews.ts';

interface ViewsBodyProps {
  list: AnyList;
  address: ListAddress;
  change: ChangeAddress;
  onDone: () => void;
}

/** What a view keeps: search, filters, sort and columns; not which row is open, nor how far down one is. */
function stateOf(list: AnyList, address: ListAddress): AddressParams {
  return writeAddress(list, { ...address, open: undefined, tab: undefined, page: 1 });
}

/** The views one has saved, and a field to save what one sees as another. Fetched when first opened. */
export function ViewsBody({ list, address, change, onDone }: ViewsBodyProps) {
  const { t } = useTranslation('list');
  const views = useViews(list.id);
  const [renamed, setRenamed] = useState<SavedView>();

  const open = ({ state }: SavedView) => {
    change({ ...readAddress(list, state), open: undefined, tab: undefined });
    onDone();
  };
  const failed = () => notify({ tone: 'danger', text: t('viewFailed') });
  const save = async (name: string) => {
    try {
      if (renamed) await views.rename(renamed, name);
      else await views.save(name, stateOf(list, address));
      setRenamed(undefined);
      notify({ tone: 'success', text: t('viewSaved', { name }) });
    } catch {
      failed();
    }
  };
  const remove = async (view: SavedView) => {
    try {
      await views.remove(view);
      notify({ tone: 'success', text: t('viewDeleted', { name: view.name }) });
    } catch {
      failed();
    }
  };

  return (
    <div className="list-facet">
      <h2 className="section-title">{t('savedTitle')}</h2>
      {views.all.length === 0 ? (
        <p className="meta">{t('savedNone')}</p>
      ) : (
        <ul className="list-views">
          {views.all.map((view) => (
            <li key={view.id}>
              <Button variant="quiet" onPress={() => open(view)}>
                {view.name}
              </Button>
              <IconButton
                size="small"
                label={t('renameView', { name: view.name })}
                onPress={() => setRenamed(view)}
              >
                <PencilIcon aria-hidden />
              </IconButton>
              <IconButton
                size="small"
                label={t('deleteView', { name: view.name })}
                onPress={() => void remove(view)}
              >
                <TrashIcon aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <NameForm
        key={renamed?.id ?? 'new'}
        start={renamed?.name ?? ''}
        taken={views.all.filter(({ id }) => id !== renamed?.id).map(({ name }) => name)}
        onSave={(name) => void save(name)}
        onCancel={renamed ? () => setRenamed(undefined) : undefined}
      />
    </div>
  );
}

interface NameFormProps {
  start: string;
  taken: readonly string[];
  onSave: (name: string) => void;
  onCancel: (() => void) | undefined;
}

function NameForm({ start, taken, onSave, onCancel }: NameFormProps) {
  const { t } = useTranslation('list');
  const [name, setName] = useState(start);
  const [asked, setAsked] = useState('');
  const isTaken = taken.includes(name.trim());
  return (
    <form
      className="list-view-form"
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(name.trim());
        if (name.trim() === '' || isTaken) return;
        onSave(name.trim());
        setName('');
      }}
    >
      <TextField
        label={t('viewName')}
        value={name}
        onChange={setName}
        maxLength={60}
        error={asked !== '' && isTaken ? t('viewNameTaken', { name: name.trim() }) : undefined}
      />
      <span className="cluster">
        <Button type="submit">{onCancel ? t('save') : t('saveView')}</Button>
        {onCancel && (
          <Button variant="quiet" onPress={onCancel}>
            {t('cancel')}
          </Button>
        )}
      </span>
    </form>
  );
}
