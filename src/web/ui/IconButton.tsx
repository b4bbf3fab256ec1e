import { type ReactNode, Suspense, lazy, useEffect, useRef } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button';

import type { ButtonSize, ButtonVariant } from './Button.tsx';

import './Button.css';
import { useTooltip } from './useTooltip.ts';

const Tooltip = lazy(() =>
  import('./Tooltip.tsx').then(({ Tooltip: component }) => ({ default: component })),
);

type Taken =
  | 'children'
  | 'className'
  | 'style'
  | 'aria-label'
  | 'onFocus'
  | 'onBlur'
  | 'onHoverStart'
  | 'onHoverEnd';

export interface IconButtonProps extends Omit<AriaButtonProps, Taken> {
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
      <AriaButton
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
      </AriaButton>
      {isOpen && (
        <Suspense fallback={null}>
          <Tooltip text={label} keys={keys} triggerRef={button} isOpen={isOpen} onOpenChange={onOpenChange} />
        </Suspense>
      )}
    </>
  );
}
