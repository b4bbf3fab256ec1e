/** How the cells of the lists are drawn. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { groupAddress } from '#areas/groups/web/shared.tsx';
import { PersonLink } from '#areas/users/web/shared.tsx';
import type { Looks } from '#web/list/look.ts';
import type { StatusTone } from '#web/ui/Status.tsx';

import type { DriftRow, entryStates, EntryRow, ExceptionRow } from '../contract.ts';
import type { StrangerRow } from '../strangers.ts';
import { useWords } from './words.ts';

type About = Pick<DriftRow, 'kind' | 'name' | 'displayName'>;

/** The way to the card of whom it is about, unless the portal has it no more. */
function Named({ row: { kind, name, displayName } }: { row: About }): ReactNode {
  const quiet = displayName !== null && displayName !== name && (
    <span className="directory-quiet"> {displayName}</span>
  );
  const said = (
    <>
      {displayName !== null && kind === 'user' ? (
        <PersonLink userName={name}>{name}</PersonLink>
      ) : displayName !== null && kind === 'group' ? (
        <Link to={groupAddress(name)}>{name}</Link>
      ) : (
        name
      )}
      {quiet}
    </>
  );
  return said;
}

function Field({ row }: { row: Pick<DriftRow, 'field' | 'member'> }): ReactNode {
  const { field } = useWords();
  return field(row);
}

function Value({ field, value }: { field: DriftRow['field']; value: string | null }): ReactNode {
  const words = useWords();
  return <span data-none={value === null || undefined}>{words.value(field, value)}</span>;
}

const tones: Record<(typeof entryStates)[number], StatusTone> = {
  stopped: 'danger',
  failing: 'warning',
  waiting: 'info',
};

export const driftLooks: Looks<DriftRow> = {
  cells: {
    name: (row) => <Named row={row} />,
    field: (row) => <Field row={row} />,
    wanted: ({ field, wanted }) => <Value field={field} value={wanted} />,
    observed: ({ field, observed }) => <Value field={field} value={observed} />,
  },
};

export const entryLooks: Looks<EntryRow> = {
  choices: { state: { as: 'status', tones } },
  cells: { name: (row) => <Named row={row} /> },
};

export const exceptionLooks: Looks<ExceptionRow> = {
  cells: {
    name: (row) => <Named row={row} />,
    field: (row) => <Field row={row} />,
    observed: ({ field, observed }) => <Value field={field} value={observed} />,
  },
};

export const strangerLooks: Looks<StrangerRow> = {
  cells: {
    name: ({ name, displayName }) => (
      <>
        {name}
        {displayName !== null && displayName !== name && (
          <span className="directory-quiet"> {displayName}</span>
        )}
      </>
    ),
    person: ({ person }) =>
      person && <PersonLink userName={person.userName}>{person.displayName}</PersonLink>,
    place: ({ place }) => <Value field="place" value={place} />,
  },
};

export const nameOf = ({ name }: Pick<About, 'name'>): string => name;
