import '../ui/Field.css';
import '../ui/Select.css';
import { ChevronLeftIcon, ChevronRightIcon } from '@navikt/aksel-icons';
import { useTranslation } from 'react-i18next';

import { formatNumber } from '../format.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { pageSizes } from './page-size.ts';

interface PageFootProps {
  page: number;
  pageSize: number;
  total: number;
  onPage: (page: number) => void;
  onPageSize: (size: number) => void;
}

/** "Viser 31–60 av 3 600", how many rows a page has, and the way to the next. */
export function PageFoot({ page, pageSize, total, onPage, onPageSize }: PageFootProps) {
  const { t } = useTranslation('list');
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const first = (page - 1) * pageSize + 1;
  return (
    <footer className="list-foot">
      <span>
        {total === 0
          ? t('showingNone')
          : t('showing', {
              first: formatNumber(first),
              last: formatNumber(Math.min(first + pageSize - 1, total)),
              total: formatNumber(total),
            })}
      </span>
      <label className="list-page-size">
        {t('pageSize')}
        <select
          className="ui-control ui-select"
          value={pageSize}
          onChange={(event) => onPageSize(Number(event.target.value))}
        >
          {pageSizes.map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </select>
      </label>
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
