import { Suspense, lazy, useEffect } from 'react';

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
    <Suspense fallback={null}>
      <Palette entries={entries} providers={providers} onClose={() => onOpenChange(false)} />
    </Suspense>
  );
}
