import { startTransition, useEffect, useEffectEvent, useRef, useState } from 'react';

import { SearchField } from '../ui/SearchField.tsx';

interface SearchBoxProps {
  label: string;
  /** The search of the address. */
  value: string;
  onChange: (search: string) => void;
  hearsSlash: boolean;
}

/** Milliseconds of rest before what is typed is asked for. */
const restMs = 180;

/** Typing is never held up by the list: the letters stand at once, the question follows when the fingers rest. */
export function SearchBox({ label, value, onChange, hearsSlash }: SearchBoxProps) {
  const [typed, setTyped] = useState(value);
  const asked = useRef(value);
  const ask = useEffectEvent((search: string) => startTransition(() => onChange(search)));

  // Back, forward and "reset" change the address from outside.
  useEffect(() => {
    if (value === asked.current) return;
    asked.current = value;
    setTyped(value);
  }, [value]);

  useEffect(() => {
    if (typed === asked.current) return undefined;
    const timer = setTimeout(() => {
      asked.current = typed;
      ask(typed);
    }, restMs);
    return () => clearTimeout(timer);
  }, [typed]);

  return (
    <div className="list-search">
      <SearchField label={label} value={typed} onChange={setTyped} slashShortcut={hearsSlash} />
    </div>
  );
}
