import type { ReactNode } from 'react';

/** One shelf of the gallery. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="card stack" aria-label={title}>
      <h2 className="section-title">{title}</h2>
      {children}
    </section>
  );
}
