import './Field.css';
import './SearchField.css';
import { MagnifyingGlassIcon, XMarkIcon } from '@navikt/aksel-icons';
import { type KeyboardEvent as ReactKeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import { KeyHint } from './KeyHint.tsx';
import { isTypingTarget } from './typing.ts';

interface SearchFieldProps {
  /** What is searched: its name and its placeholder. */
  label: string;
  value: string;
  onChange: (text: string) => void;
  onSubmit?: (text: string) => void;
  /** `/` anywhere on the page comes here. One per page. */
  slashShortcut?: boolean;
}

/** Esc empties it. */
export function SearchField({ label, value, onChange, onSubmit, slashShortcut = false }: SearchFieldProps) {
  const { t } = useTranslation('ui');
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (!slashShortcut) return undefined;
    const goThere = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTypingTarget(event))
        return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    addEventListener('keydown', goThere, { capture: true });
    return () => removeEventListener('keydown', goThere, { capture: true });
  }, [slashShortcut]);

  const onKeyDown = (event: ReactKeyboardEvent) => {
    if (event.key === 'Enter') onSubmit?.(value);
    if (event.key !== 'Escape' || value === '') return;
    event.preventDefault();
    event.stopPropagation();
    onChange('');
  };
  const empty = () => {
    onChange('');
    input.current?.focus();
  };

  return (
    <div className="ui-control ui-search" role="search" aria-label={label}>
      <MagnifyingGlassIcon aria-hidden />
      <input
        ref={input}
        type="search"
        aria-label={label}
        aria-keyshortcuts={slashShortcut ? '/' : undefined}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {value === '' && slashShortcut && <KeyHint keys="/" />}
      {value !== '' && (
        // Not in the tab order: Esc does the same, and the field is one stop.
        <button
          type="button"
          className="ui-control-button"
          tabIndex={-1}
          aria-label={t('reset')}
          onClick={empty}
        >
          <XMarkIcon aria-hidden />
        </button>
      )}
    </div>
  );
}
