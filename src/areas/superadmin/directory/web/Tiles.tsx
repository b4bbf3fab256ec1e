import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { formatNumber } from '#web/format.ts';

import type { DirectoryState } from '../state.ts';

const state = 'directory-entries.state';

/** What somebody has to look at, and what goes by itself; each figure leads to its rows. */
export function Tiles({ state: { drift, entries, exceptions } }: { state: DirectoryState }) {
  return (
    <ul className="directory-tiles">
      <Tile id="drift" count={drift} tone="warning" search={{ tab: undefined }} />
      <Tile
        id="stopped"
        count={entries.stopped}
        tone="danger"
        search={{ tab: 'entries', [state]: 'stopped' }}
      />
      <Tile
        id="failing"
        count={entries.failing}
        tone="warning"
        search={{ tab: 'entries', [state]: 'failing' }}
      />
      <Tile id="waiting" count={entries.waiting} search={{ tab: 'entries', [state]: 'waiting' }} />
      <Tile id="exceptions" count={exceptions} search={{ tab: 'exceptions' }} />
    </ul>
  );
}

interface TileProps {
  id: 'drift' | 'stopped' | 'failing' | 'waiting' | 'exceptions';
  count: number;
  /** How the figure looks when it is not nought. */
  tone?: 'warning' | 'danger';
  search: Readonly<Record<string, string | undefined>>;
}

function Tile({ id, count, tone, search }: TileProps) {
  const { t } = useTranslation('directory');
  const said = (
    <>
      <strong>{formatNumber(count)}</strong> <span>{t(`tile.${id}`, { count })}</span>
    </>
  );
  const look = { className: 'directory-tile', 'data-tone': count > 0 ? tone : undefined };
  return (
    <li>
      {count === 0 ? (
        <p {...look}>{said}</p>
      ) : (
        <Link to="." search={search} resetScroll={false} {...look}>
          {said}
        </Link>
      )}
    </li>
  );
}
