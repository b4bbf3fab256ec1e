import './Popover.css';
import './SearchList.css';
import { CheckmarkIcon, MagnifyingGlassIcon } from '@navikt/aksel-icons';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';

import { useMedia } from './media.ts';
import { Skeleton } from './Skeleton.tsx';

export interface SearchListOption {
  value: string;
  label: string;
}

/** The options that match what is typed. They may come little by little: `at` answers undefined for those to come. */
export interface SearchListSource {
  count: number;
  at: (index: number) => SearchListOption | undefined;
  /** Called with the rows in sight, for a source that fetches. */
  onVisible?: (first: number, last: number) => void;
  isSearching: boolean;
}

interface SearchListProps {
  /** What is searched: the field's name and placeholder. */
  label: string;
  text: string;
  onText: (text: string) => void;
  source: SearchListSource;
  value: string | undefined;
  onChoose: (option: SearchListOption) => void;
  /** Said when nothing matches. */
  noHits: string;
}

/** Type to narrow, arrows to move, Enter to choose. Draws only the rows in sight, so thousands are no matter. */
export function SearchList({ label, text, onText, source, value, onChoose, noHits }: SearchListProps) {
  const id = useId();
  const scroll = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const row = useMedia('(pointer: coarse)') ? 44 : 34;

  // oxlint-disable-next-line react/incompatible-library -- nothing of it is handed on as a prop
  const rows = useVirtualizer({
    count: source.count,
    getScrollElement: () => scroll.current,
    estimateSize: () => row,
    overscan: 8,
  });
  const drawn = rows.getVirtualItems();
  const { onVisible } = source;
  const first = drawn[0]?.index ?? 0;
  const last = drawn.at(-1)?.index ?? 0;
  useEffect(() => onVisible?.(first, last), [onVisible, first, last]);

  const move = (to: number) => {
    const next = Math.min(Math.max(to, 0), source.count - 1);
    setActive(next);
    if (next >= 0) rows.scrollToIndex(next);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + 8,
      PageUp: active - 8,
    };
    const to = steps[event.key];
    const chosen = source.at(active);
    if (to !== undefined) move(to);
    else if (event.key === 'Enter' && chosen) onChoose(chosen);
    else return;
    event.preventDefault();
  };

  return (
    <div className="ui-find">
      <div className="ui-find-input">
        <MagnifyingGlassIcon aria-hidden />
        <input
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the list opens in order to be searched
          autoFocus
          role="combobox"
          aria-label={label}
          aria-expanded
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={source.at(active) ? `${id}-${active}` : undefined}
          placeholder={label}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            onText(event.target.value);
            setActive(0);
            rows.scrollToOffset(0);
          }}
        />
      </div>
      <div className="ui-find-list" ref={scroll}>
        <div
          id={`${id}-list`}
          className="ui-find-space"
          role="listbox"
          aria-label={label}
          style={{ height: rows.getTotalSize() }}
        >
          {drawn.map(({ index, start, size, key }) => {
            const option = source.at(index);
            return (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the input above has the keys
              <div
                key={key}
                id={`${id}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={option !== undefined && option.value === value}
                aria-setsize={source.count}
                aria-posinset={index + 1}
                data-active={index === active || undefined}
                className="ui-find-option"
                style={{ height: size, transform: `translateY(${start}px)` }}
                onMouseMove={() => setActive(index)}
                onClick={() => option && onChoose(option)}
              >
                {option ? <span className="truncate">{option.label}</span> : <Skeleton width="60%" />}
                {option !== undefined && option.value === value && <CheckmarkIcon aria-hidden />}
              </div>
            );
          })}
        </div>
        <div role="status">
          {source.count === 0 && !source.isSearching && <div className="ui-menu-none">{noHits}</div>}
        </div>
      </div>
    </div>
  );
}
