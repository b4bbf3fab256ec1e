import { type KeyboardEvent, type ReactNode, type RefObject, useMemo, useRef, useState } from 'react';

import { TriggerButtonContext } from './Pressable.tsx';

export interface Overlay {
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
  /** The button that opens it. */
  triggerRef: RefObject<HTMLButtonElement | null>;
  /** Has been open: what it shows has been fetched and stays, so that it can also leave gracefully. */
  wasOpened: boolean;
}

/** Whether something that floats is open; controlled when `isOpen` is given. */
export function useOverlay(
  isOpen: boolean | undefined,
  onOpenChange: ((isOpen: boolean) => void) | undefined,
): Overlay {
  const [own, setOwn] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const triggerRef = useRef<HTMLButtonElement>(null);
  const current = isOpen ?? own;
  if (current && !wasOpened) setOpened(true);
  const setOpen = (next: boolean) => {
    setOwn(next);
    onOpenChange?.(next);
  };
  return { isOpen: current, setOpen, triggerRef, wasOpened: wasOpened || current };
}

interface TriggerProps {
  overlay: Overlay;
  kind: 'menu' | 'dialog';
  /** A Button, an IconButton or a Pressable. */
  children: ReactNode;
}

/** Makes a button open an overlay, without the overlay's own code: that is fetched when first opened. */
export function Trigger({ overlay, kind, children }: TriggerProps) {
  const { isOpen, setOpen, triggerRef } = overlay;
  const props = useMemo(
    () => ({
      ref: triggerRef,
      onPress: () => setOpen(!isOpen),
      onKeyDown: (event: KeyboardEvent) => {
        if (kind === 'menu' && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) setOpen(true);
      },
      'aria-haspopup': kind,
      'aria-expanded': isOpen,
    }),
    [isOpen, kind, setOpen, triggerRef],
  );
  return <TriggerButtonContext value={props}>{children}</TriggerButtonContext>;
}
