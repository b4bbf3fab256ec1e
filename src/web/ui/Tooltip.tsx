import './Tooltip.css';
import { type RefObject, useMemo } from 'react';
import { Tooltip as AriaTooltip, TooltipTriggerStateContext } from 'react-aria-components/Tooltip';

interface TooltipProps {
  text: string;
  keys: string | undefined;
  triggerRef: RefObject<HTMLElement | null>;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** What an IconButton says under the pointer. It can be hovered itself (WCAG 1.4.13). */
export function Tooltip({ text, keys, triggerRef, isOpen, onOpenChange }: TooltipProps) {
  const state = useMemo(
    () => ({
      isOpen,
      open: () => onOpenChange(true),
      close: () => onOpenChange(false),
      shouldSkipAnimation: false,
    }),
    [isOpen, onOpenChange],
  );
  return (
    <TooltipTriggerStateContext value={state}>
      <AriaTooltip triggerRef={triggerRef} className="ui-tooltip" offset={6}>
        {text}
        {keys !== undefined && <kbd>{keys}</kbd>}
      </AriaTooltip>
    </TooltipTriggerStateContext>
  );
}
