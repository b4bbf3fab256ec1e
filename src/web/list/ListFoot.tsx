import { useTranslation } from 'react-i18next';

import { formatNumber } from '../format.ts';
import { type SightStore, useSight } from './sight.ts';

interface ScrollFootProps {
  sight: SightStore;
  total: number;
  reachable: number;
  loaded: number;
  isFetching: boolean;
}

/** "Viser 1–23 av 3 600", and how many rows have been fetched. */
export function ScrollFoot({ sight, total, reachable, loaded, isFetching }: ScrollFootProps) {
  const { t } = useTranslation('list');
  const { first, last } = useSight(sight);
  return (
    <footer className="list-foot">
      <span>
        {total === 0
          ? t(isFetching ? 'fetching' : 'showingNone')
          : t('showing', {
              first: formatNumber(Math.min(first + 1, total)),
              last: formatNumber(Math.min(last + 1, total)),
              total: formatNumber(total),
            })}
        {reachable < total && <> · {t('reach', { count: formatNumber(reachable) })}</>}
      </span>
      {total > 0 && <span>{t('loaded', { count: formatNumber(loaded) })}</span>}
    </footer>
  );
}
