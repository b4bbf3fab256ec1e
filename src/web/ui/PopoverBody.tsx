import './Popover.css';
import { type ReactNode, type RefObject } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';

interface PopoverBodyProps {
  label: string;
  placement: 'bottom start' | 'bottom end' | 'top start' | 'right bottom';
  padded: boolean;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  triggerRef: RefObject<HTMLButtonElement | null>;
  children: ReactNode;
}

export function PopoverBody({ label, padded, children, ...popover }: PopoverBodyProps) {
  return (
    <Popover {...popover} trigger="DialogTrigger" className="ui-popover" offset={5}>
      <Dialog className={padded ? 'ui-popover-body' : 'ui-popover-bare'} aria-label={label}>
        {children}
      </Dialog>
    </Popover>
  );
}
