import './Button.css';
import type { ReactNode, Ref } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button';

export type ButtonVariant = 'secondary' | 'primary' | 'danger' | 'quiet' | 'facet';
export type ButtonSize = 'small' | 'normal' | 'large';

export interface ButtonProps extends Omit<AriaButtonProps, 'children' | 'className' | 'style'> {
  children: ReactNode;
  /** `facet`: a filter button, dashed until `on`. */
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: ReactNode;
  iconAfter?: ReactNode;
  /** A filter that is in force. */
  on?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** `isPending` keeps the focus and the width, and says so to screen readers. */
export function Button({
  children,
  variant = 'secondary',
  size = 'normal',
  icon,
  iconAfter,
  on = false,
  ...rest
}: ButtonProps) {
  return (
    <AriaButton
      {...rest}
      className="ui-button"
      data-variant={variant}
      data-size={size}
      data-on={on || undefined}
    >
      <span className="ui-button-words">
        {icon}
        {children}
        {iconAfter}
      </span>
      {rest.isPending && <span className="ui-button-spinner" aria-hidden />}
    </AriaButton>
  );
}
