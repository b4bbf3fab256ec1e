import { useEffect, useState } from 'react';

import type { NavEntry, PaletteProvider } from '../nav.ts';
import { later } from '../ui/later.tsx';

const Palette = later(async () => (await import('./Palette.tsx')).Palette);

interface PaletteHostProps {
  entries: readonly NavEntry[];
  providers: readonly PaletteProvider[];
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** Ctrl K (⌘ K) opens it from everywhere. Fetched when first opened. */
export function PaletteHost({ entries, providers, isOpen, onOpenChange }: PaletteHostProps) {
  const [text, setText] = useState('');
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

  // Whoever knows the keys types on at once: nothing of that is lost until its field has the keyboard itself.
  useEffect(() => {
    if (!isOpen) return undefined;
    const keep = (event: KeyboardEvent) => {
      if (event.key.length > 1 || event.ctrlKey || event.metaKey || event.altKey) return;
      if (document.activeElement?.closest('.palette')) return;
      event.preventDefault();
      event.stopPropagation();
      setText((before) => before + event.key);
    };
    addEventListener('keydown', keep, { capture: true });
    return () => removeEventListener('keydown', keep, { capture: true });
  }, [isOpen]);

  if (!isOpen) return null;
  return (
    <Palette
      entries={entries}
      providers={providers}
      text={text}
      onType={setText}
      onClose={() => {
        setText('');
        onOpenChange(false);
      }}
    />
  );
}
