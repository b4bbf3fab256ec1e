import './Page.css';
import type { ReactNode } from 'react';

import { usePageName } from '../pageName.ts';

interface PageProps {
  title: string;
  /** After the title: the live count of a list. */
  count?: string | undefined;
  /** One line under the title. */
  lead?: ReactNode;
  /** Buttons at the right, the primary last. */
  acts?: ReactNode;
  children: ReactNode;
  /** Its heading is not what it is called (a greeting): the document has the route's title alone. */
  isGreeting?: boolean;
  /** `fill`: the content takes the height that is left and scrolls itself (lists). */
  layout?: 'flow' | 'reading' | 'fill';
}

/** The frame of a page: its one heading, which the document's title begins with, its acts, its content. */
export function Page({ title, count, lead, acts, children, layout = 'flow', isGreeting = false }: PageProps) {
  usePageName('page', isGreeting ? undefined : title);
  return (
    <div
      className="page"
      data-width={layout === 'reading' ? 'reading' : undefined}
      data-fill={layout === 'fill' || undefined}
    >
      <header className="page-head">
        <div className="page-names">
          <h1 className="page-title">
            {title}
            {count !== undefined && <span className="page-count">{count}</span>}
          </h1>
          {lead !== undefined && <p>{lead}</p>}
        </div>
        {acts !== undefined && <div className="page-acts">{acts}</div>}
      </header>
      {children}
    </div>
  );
}
