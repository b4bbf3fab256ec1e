import './DescriptionList.css';
import { Fragment, type ReactNode } from 'react';

interface DescriptionListProps {
  /** A value that is undefined or empty is shown as a dash. */
  items: readonly { term: string; value: ReactNode }[];
}

/** Facts of one thing: name and value. */
export function DescriptionList({ items }: DescriptionListProps) {
  return (
    <dl className="ui-facts">
      {items.map(({ term, value }) => (
        <Fragment key={term}>
          <dt>{term}</dt>
          <dd>{value === undefined || value === null || value === '' ? '–' : value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
