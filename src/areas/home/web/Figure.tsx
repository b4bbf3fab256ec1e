import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface FigureProps {
  /** The users it is about; false for a reader who is told the number alone. */
  search: Readonly<Record<string, string>> | false;
  className?: string;
  children: ReactNode;
}

/** A number of users, and the way to them for those who may see who they are. */
export function Figure({ search, className, children }: FigureProps) {
  if (search === false) return <p className={className}>{children}</p>;
  return (
    <Link to="/users" search={search} className={className}>
      {children}
    </Link>
  );
}
