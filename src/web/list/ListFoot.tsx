import { ChevronLeftIcon, ChevronRightIcon } from '@navikt/aksel-icons';
import { useTranslation } from 'react-i18next';

import { limits } from '#kernel/limits.ts';

import { formatNumber } from '../format.ts';
import { IconButton } from '../ui/IconButton.tsx';
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

interface PageFootProps {
  page: number;
  total: number;
  onPage: (page: number) => void;
}

export function PageFoot({ page, total, onPage }: PageFootProps) {
  const { t } = useTranslation('list');
  const pages = Math.max(1, Math.ceil(total / limits.pageSize));
  const first = (page - 1) * limits.pageSize + 1;
  return (
    <footer className="list-foot">
      <span>
        {total === 0
          ? t('showingNone')
          : t('showing', {
              first: formatNumber(first),
              last: formatNumber(Math.min(first + limits.pageSize - 1, total)),
              total: formatNumber(total),
            })}
      </span>
      <nav className="list-pages" aria-label={t('pages')}>
        <IconButton label={t('previousPage')} isDisabled={page <= 1} onPress={() => onPage(page - 1)}>
          <ChevronLeftIcon aria-hidden />
        </IconButton>
        <span>{t('page', { page: formatNumber(page), pages: formatNumber(pages) })}</span>
        <IconButton label={t('nextPage')} isDisabled={page >= pages} onPress={() => onPage(page + 1)}>
          <ChevronRightIcon aria-hidden />
        </IconButton>
      </nav>
    </footer>
  );
}
