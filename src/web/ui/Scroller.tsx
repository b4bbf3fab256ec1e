import type { ReactNode } from 'react';

type Named = { label: string; labelledBy?: undefined } | { label?: undefined; labelledBy: string };

type ScrollerProps = Named & {
  className: string;
  /** A part of the page one may want to find; `group` where its heading says that already. */
  role?: 'region' | 'group';
  children: ReactNode;
};

/** What may scroll, so that it must be reached by keyboard too (WCAG 2.1.1). */
export const Scroller = ({ className, role = 'region', label, labelledBy, children }: ScrollerProps) => (
  <div className={className} role={role} aria-label={label} aria-labelledby={labelledBy} tabIndex={0}>
    {children}
  </div>
);
