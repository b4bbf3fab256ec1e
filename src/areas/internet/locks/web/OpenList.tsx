import { useTranslation } from 'react-i18next';

import { formatNumber } from '#web/format.ts';

import type { OpenEntry } from '../contract.ts';

interface OpenListProps {
  entries: readonly OpenEntry[];
  /** More than this are told by number alone. */
  most?: number;
}

/** What is open, and where each entry comes from. */
export function OpenList({ entries, most = 60 }: OpenListProps) {
  const { t } = useTranslation('locks');
  if (entries.length === 0) return <p className="meta">{t('open.nothing')}</p>;
  const others = entries.length - most;
  return (
    <>
      <ul className="lock-open">
        {entries.slice(0, most).map(({ domain, sources }) => (
          <li key={domain}>
            <span className="lock-domain">{domain}</span>
            <span className="meta">{sources.map((source) => sourceText(source, t)).join(', ')}</span>
          </li>
        ))}
      </ul>
      {others > 0 && <p className="meta">{t('open.others', { count: formatNumber(others) })}</p>}
    </>
  );
}

type Say = ReturnType<typeof useTranslation<'locks'>>['t'];

const sourceText = ({ kind, name }: OpenEntry['sources'][number], t: Say): string =>
  kind === 'package' || kind === 'exam-resource'
    ? t(`source.${kind}`, { name: name ?? '' })
    : t(`source.${kind}`);
