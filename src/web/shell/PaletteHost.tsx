import { Suspense, lazy, useEffect, useState } from 'react';

import type { NavEntry, PaletteProvider } from '../nav.ts';

const Palette = lazy(() =>
  import('./Palette.tsx').then(({ Palette: component }) => ({ default: component })),
);

interface PaletteHostProps {
  entries: readonly NavEntry[];
  providers: readonly PaletteProvider[];
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** Ctrl K (⌘ K) opens it from everywhere. Fetched when first opened. */
export function PaletteHost({ entries, providers, isOpen, onOpenChange }: PaletteHostProps) {
  const [typed, setTyped] = useState('');
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      onOpenChange(true);
    };
    // On the way down: a focused button lets no key through on the way up.
    addEventListener('keydown', open, { capture: true });
    return () => removeEventListener('keydown', open, { capture: true });
  }, [onOpenChange]);

  if (!isOpen) return null;
  return (
    <Suspense fallback={<Early onType={setTyped} />}>
      <Palette
        entries={entries}
        providers={providers}
        typed={typed}
        onClose={() => {
          setTyped('');
          onOpenChange(false);
        }}
      />
    </Suspense>
  );
}

/** Whoever knows the keys types on at once: nothing of that is lost while it is fetched. */
function Early({ onType }: { onType: (change: (before: string) => string) => void }) {
  useEffect(() => {
    const keep = (event: KeyboardEvent) => {
      if (event.key.length > 1 || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      onType((before) => before + event.key);
    };
    addEventListener('keydown', keep, { capture: true });
    return () => removeEventListener('keydown', keep, { capture: true });
  }, [onType]);
  return null;
}
