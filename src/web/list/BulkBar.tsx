import './bulk.css';
import { XMarkIcon } from '@navikt/aksel-icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { formatNumber } from '../format.ts';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import type { Question } from './question.ts';
import { type Selection, type SentSelection, countSelected, sendSelection } from './selection.ts';

/** What an act on the chosen rows gets: whom, as the server understands it, and how many that is. */
export interface Chosen {
  selection: SentSelection;
  question: Question;
  count: number;
  /** What a chosen row is called; its key where it is not on the screen. */
  nameOf: (key: string) => string;
}

export interface BulkAct {
  id: string;
  label: string;
  icon?: ReactNode;
  onAct: (chosen: Chosen) => void;
}

interface BulkBarProps {
  selection: Selection;
  total: number;
  question: Question;
  nameOf: (key: string) => string;
  acts: readonly BulkAct[];
  onChooseAll: () => void;
  onClear: () => void;
}

/** Stands over the foot of the list while rows are chosen. */
export function BulkBar(props: BulkBarProps) {
  const { selection, total, question, nameOf, acts, onChooseAll, onClear } = props;
  const { t } = useTranslation('list');
  const count = countSelected(selection, total);
  const chosen = () => ({ selection: sendSelection(selection), question, count, nameOf });
  return (
    <>
      <div className="visually-hidden" role="status">
        {count > 0 && t('chosen', { count: formatNumber(count) })}
      </div>
      {count > 0 && (
        <div className="list-bulk" role="toolbar" aria-label={t('bulk')}>
          <strong>{t('chosen', { count: formatNumber(count) })}</strong>
          {count < total && (
            <button type="button" className="list-bulk-all" onClick={onChooseAll}>
              {t('chooseMatching', { count: formatNumber(total) })}
            </button>
          )}
          {acts.length > 0 && <span className="list-bulk-line" />}
          {acts.map((act) => (
            <Button key={act.id} variant="quiet" icon={act.icon} onPress={() => act.onAct(chosen())}>
              {act.label}
            </Button>
          ))}
          <IconButton label={t('clearChoice')} keys="Esc" onPress={onClear}>
            <XMarkIcon aria-hidden />
          </IconButton>
        </div>
      )}
    </>
  );
}
