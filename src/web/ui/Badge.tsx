import './Badge.css';
import { XMarkIcon } from '@navikt/aksel-icons';
import type { ReactNode } from 'react';

import { Pressable } from './Pressable.tsx';

export type Tone = 'neutral' | 'accent' | 'info' | 'success' | 'warning' | 'danger';

interface BadgeProps {
  children: ReactNode;
  tone?: Tone;
  icon?: ReactNode;
}

/** What kind of thing a row is. For its state, use Status. */
export function Badge({ children, tone = 'neutral', icon }: BadgeProps) {
  return (
    <span className="ui-badge" data-tone={tone}>
      {icon}
      <span className="truncate">{children}</span>
    </span>
  );
}

interface TagProps {
  children: string;
  /** "Fjern {name}", for screen readers. */
  removeLabel: string;
  onRemove: () => void;
}

/** A chosen value that can be taken away again. */
export function Tag({ children, removeLabel, onRemove }: TagProps) {
  return (
    <span className="ui-badge" data-tone="accent">
      <span className="truncate">{children}</span>
      <Pressable className="ui-badge-remove" aria-label={removeLabel} onPress={onRemove}>
        <XMarkIcon aria-hidden />
      </Pressable>
    </span>
  );
}
