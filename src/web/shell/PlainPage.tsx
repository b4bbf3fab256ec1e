import './Plain.css';
import type { ReactNode } from 'react';

import { Logo } from './Logo.tsx';

interface PlainPageProps {
  title: string;
  children: ReactNode;
  acts: ReactNode;
}

/** A page outside the shell that says one thing: no access, logged out, out of order. */
export function PlainPage({ title, children, acts }: PlainPageProps) {
  return (
    <main className="plain">
      <div className="plain-card">
        <Logo size={36} />
        <h1 className="page-title">{title}</h1>
        {children}
        <div className="plain-acts">{acts}</div>
      </div>
    </main>
  );
}
