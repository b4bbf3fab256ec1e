import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { formatNumber } from '#web/format.ts';

import type { ImportRun } from '../contract.ts';
import { goToLists } from './lists-here.ts';

const people = { tab: undefined, 'import-plan.subject': 'person' };

/** The figures one looks for first; each leads to the rows behind it. */
const tiles = [
  { id: 'people', search: undefined },
  { id: 'created', search: { ...people, 'import-plan.outcome': 'new' } },
  { id: 'changed', search: { ...people, 'import-plan.outcome': 'changed,renamed,returned' } },
  { id: 'left', search: { ...people, 'import-plan.outcome': 'left' } },
  { id: 'held', search: { ...people, 'import-plan.outcome': 'held' } },
  { id: 'rejected', search: { tab: 'problems', 'import-problems.severity': 'rejected' } },
  { id: 'flagged', search: { tab: 'problems', 'import-problems.severity': 'flagged' } },
] as const;

export function Tiles({ run }: { run: ImportRun }) {
  const { t } = useTranslation('import');
  return (
    <ul className="import-tiles">
      {tiles.map(({ id, search }) => {
        const count = run[id];
        if (count === null) return null;
        return (
          <li key={id}>
            <Tile label={t(`tile.${id}`)} count={count} search={search} />
          </li>
        );
      })}
    </ul>
  );
}

interface TileProps {
  label: string;
  count: number;
  search: Readonly<Record<string, string | undefined>> | undefined;
}

function Tile({ label, count, search }: TileProps) {
  const said = (
    <>
      <strong>{formatNumber(count)}</strong> <span>{label}</span>
    </>
  );
  if (search === undefined || count === 0) return <p className="import-tile">{said}</p>;
  return (
    <Link to="." search={search} resetScroll={false} onClick={goToLists} className="import-tile">
      {said}
    </Link>
  );
}
