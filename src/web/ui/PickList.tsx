import './PickList.css';
import './Choice.css';
import { XMarkIcon } from '@navikt/aksel-icons';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Option } from './option.ts';
import { Scroller } from './Scroller.tsx';
import { SearchField } from './SearchField.tsx';

interface PickListProps {
  /** What is searched: the field's name and placeholder. */
  label: string;
  /** Called when the typing rests. */
  onSearch: (text: string) => void;
  /** What matches; undefined while nothing has been asked. */
  hits: readonly Option[] | undefined;
  isSearching: boolean;
  chosen: readonly Option[];
  onChange: (chosen: readonly Option[]) => void;
}

/** Milliseconds of rest before what is typed is asked for. */
const restMs = 180;

/** Several of many: search, tick, and go on searching; what is chosen stands above and is taken back there. */
export function PickList({ label, onSearch, hits, isSearching, chosen, onChange }: PickListProps) {
  const { t } = useTranslation('ui');
  const [typed, setTyped] = useState('');

  useEffect(() => {
    const timer = setTimeout(() => onSearch(typed.trim()), restMs);
    return () => clearTimeout(timer);
  }, [typed, onSearch]);

  const isChosen = ({ value }: Option) => chosen.some((one) => one.value === value);
  const toggle = (option: Option) =>
    onChange(isChosen(option) ? chosen.filter(({ value }) => value !== option.value) : [...chosen, option]);
  const said = hits === undefined ? t('pickHint') : isSearching ? t('searching') : t('noHits');

  return (
    <div className="ui-pick">
      <SearchField label={label} value={typed} onChange={setTyped} />
      {chosen.length > 0 && (
        <ul className="ui-pick-chosen" aria-label={t('picked')}>
          {chosen.map((option) => (
            <li key={option.value}>
              <button type="button" className="ui-pick-chip" onClick={() => toggle(option)}>
                <span className="truncate">{option.label}</span>
                <XMarkIcon aria-hidden />
                <span className="visually-hidden">{t('unpick')}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <Scroller className="ui-pick-hits" label={t('hits')}>
        {hits !== undefined && hits.length > 0 ? (
          <ul>
            {hits.map((option) => (
              <li key={option.value}>
                <label>
                  <input
                    type="checkbox"
                    className="ui-box"
                    checked={isChosen(option)}
                    onChange={() => toggle(option)}
                  />
                  <span className="ui-pick-words">
                    <span className="truncate">{option.label}</span>
                    {option.note !== undefined && <small className="truncate">{option.note}</small>}
                  </span>
                </label>
              </li>
            ))}
          </ul>
        ) : (
          <p className="ui-pick-said">{said}</p>
        )}
      </Scroller>
      <span className="visually-hidden" role="status">
        {hits !== undefined && !isSearching && t('hitCount', { count: String(hits.length) })}
      </span>
    </div>
  );
}
