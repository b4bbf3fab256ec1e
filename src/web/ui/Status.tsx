import './Badge.css';
import type { ReactNode } from 'react';

export type StatusTone = 'success' | 'warning' | 'danger' | 'info' | 'neutral';

const shapes: Record<StatusTone, ReactNode> = {
  success: <circle cx="5" cy="5" r="4.5" fill="currentColor" />,
  warning: <path d="M5 .4 9.8 9.4H.2z" fill="currentColor" />,
  danger: <rect x=".6" y=".6" width="8.8" height="8.8" rx="1.6" fill="currentColor" />,
  info: <path d="M5-.4 10.4 5 5 10.4-.4 5z" fill="currentColor" />,
  neutral: <circle cx="5" cy="5" r="4" fill="none" stroke="currentColor" strokeWidth="1.6" />,
};

interface StatusProps {
  tone: StatusTone;
  children: ReactNode;
}

/** A state as a shape and a word: disc good, triangle wait or watch, square stopped, diamond under way, ring over. */
export function Status({ tone, children }: StatusProps) {
  return (
    <span className="ui-status" data-tone={tone}>
      <svg viewBox="0 0 10 10" aria-hidden>
        {shapes[tone]}
      </svg>
      {children}
    </span>
  );
}
