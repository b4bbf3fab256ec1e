import { type FocusEvent, type PointerEvent, useEffect, useRef, useState } from 'react';

/** When a button's tooltip shows: half a second under the pointer, at once with keyboard focus; Esc hides it. */
export function useTooltip() {
  const [isOpen, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const later = (open: boolean, milliseconds: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(open), milliseconds);
  };
  const now = (open: boolean) => {
    clearTimeout(timer.current);
    setOpen(open);
  };

  return {
    isOpen,
    /** From the tooltip itself: hovered or left. */
    onOpenChange: now,
    button: {
      /** A finger has nothing to rest. */
      onPointerEnter: ({ pointerType }: PointerEvent) => {
        if (pointerType !== 'touch') later(true, 500);
      },
      onPointerLeave: () => later(false, 120),
      onPointerDown: () => now(false),
      onFocus: (event: FocusEvent) => {
        if (event.target.matches(':focus-visible')) now(true);
      },
      onBlur: () => now(false),
    },
  };
}
