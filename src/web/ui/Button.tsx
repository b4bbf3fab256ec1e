import './Button.css';
import type { ReactNode } from 'react';

import { Pressable, type PressableProps } from './Pressable.tsx';

export type ButtonVariant = 'secondary' | 'primary' | 'danger' | 'quiet' | 'facet';
export type ButtonSize = 'small' | 'normal' | 'large';

export interface ButtonProps extends Omit<PressableProps, 'className'> {
  children: ReactNode;
  /** `facet`: a filter button, dashed until `on`. */
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: ReactNode;
  iconAfter?: ReactNode;
  /** A filter that is in force. */
  on?: boolean;
}

/** `isPending` keeps the focus and the width. */
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
    <Pressable
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
    </Pressable>
  );
}
