import { type ReactNode } from 'react';

import { later } from './later.tsx';
import { Trigger, useOverlay } from './trigger.tsx';

const PopoverBody = later(async () => (await import('./PopoverBody.tsx')).PopoverBody);

interface PopoverProps {
  /** The button that opens it. */
  trigger: ReactNode;
  /** Its name for screen readers. */
  label: string;
  children: ReactNode | ((close: () => void) => ReactNode);
  placement?: 'bottom start' | 'bottom end' | 'top start' | 'right bottom';
  /** Without it the content reaches the edges; with it there are 14 px around. */
  padded?: boolean;
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
}

/**
 * A small panel beside its button, for filters and choices that are more than a menu. Esc closes it. Fetched when
 * first opened; content that is large may be lazy too.
 */
export function Popover(props: PopoverProps) {
  const { trigger, label, children, placement = 'bottom start', padded = true } = props;
  const overlay = useOverlay(props.isOpen, props.onOpenChange);
  const { isOpen, setOpen, triggerRef, wasOpened } = overlay;
  return (
    <>
      <Trigger overlay={overlay} kind="dialog">
        {trigger}
      </Trigger>
      {wasOpened && (
        <PopoverBody
          label={label}
          placement={placement}
          padded={padded}
          isOpen={isOpen}
          onOpenChange={setOpen}
          triggerRef={triggerRef}
        >
          {typeof children === 'function' ? children(() => setOpen(false)) : children}
        </PopoverBody>
      )}
    </>
  );
}
