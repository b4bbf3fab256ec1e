import { Link } from '@tanstack/react-router';

import { groupAddress } from '#areas/groups/web/shared.tsx';
import { userAddress } from '#areas/users/web/shared.tsx';

import type { Target } from '../changes.ts';

/** Whom or what it was about, with the way to its card. */
export function TargetLink({ target: { type, key, name } }: { target: Target }) {
  const said = name ?? key ?? '–';
  const quiet = key !== null && key !== said && (type === 'user' || type === 'group') && (
    <span className="log-quiet"> {key}</span>
  );
  const to = key === null ? undefined : type === 'user' ? userAddress(key) : groupAddress(key);
  if (to === undefined || (type !== 'user' && type !== 'group')) return said;
  return (
    <>
      <Link to={to}>{said}</Link>
      {quiet}
    </>
  );
}
