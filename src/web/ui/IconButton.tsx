import { type ReactNode, useEffect, useRef } from 'react';

import type { ButtonSize, ButtonVariant } from './Button.tsx';

import './Button.css';
import { later } from './later.tsx';
import { Pressable, type PressableProps } from './Pressable.tsx';
import { useTooltip } from './useTooltip.ts';

const Tooltip = later(async () => (await import('./Tooltip.tsx')).Tooltip);

type Taken = 'className' | 'aria-label' | keyof ReturnType<typeof useTooltip>['button'] | 'ref';

export interface IconButtonProps extends Omit<PressableProps, Taken> {
  /** What it does: its name for screen readers and its tooltip. */
  label: string;
  children: ReactNode;
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Keys shown in the tooltip, as `Ctrl K`. */
  keys?: string;
}

export function IconButton({
  label,
  children,
  variant = 'quiet',
  size = 'normal',
  keys,
  ...rest
}: IconButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const tooltip = useTooltip();
  const { isOpen, onOpenChange } = tooltip;

  useEffect(() => {
    if (!isOpen) return undefined;
    const hide = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') onOpenChange(false);
    };
    addEventListener('keydown', hide, { capture: true });
    return () => removeEventListener('keydown', hide, { capture: true });
  }, [isOpen, onOpenChange]);

  return (
    <>
      <Pressable
        {...rest}
        {...tooltip.button}
        ref={button}
        aria-label={label}
        className="ui-button"
        data-variant={variant}
        data-size={size}
        data-icon-only
      >
        {children}
      </Pressable>
      {isOpen && (
        <Tooltip text={label} keys={keys} triggerRef={button} isOpen={isOpen} onOpenChange={onOpenChange} />
      )}
    </>
  );
}
