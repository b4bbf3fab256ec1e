import { createLink } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';

import './Button.css';
import type { ButtonSize, ButtonVariant } from './Button.tsx';

interface AnchorProps extends ComponentProps<'a'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: ReactNode;
}

/** A link that looks like a button, for addresses outside the router (downloads, the federation). */
export function AnchorButton({
  variant = 'secondary',
  size = 'normal',
  icon,
  children,
  ...rest
}: AnchorProps) {
  return (
    <a {...rest} className="ui-button" data-variant={variant} data-size={size}>
      {icon}
      {children}
    </a>
  );
}

/** A link to a page of ours that looks like a button; takes the router's `to`, `params` and `search`. */
export const LinkButton = createLink(AnchorButton);
