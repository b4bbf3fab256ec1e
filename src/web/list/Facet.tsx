import './facet.css';
import { ChevronDownIcon } from '@navikt/aksel-icons';
import { useTranslation } from 'react-i18next';

import type { Filter, FilterValue } from '#kernel/list.ts';

import { formatDate } from '../format.ts';
import { Button } from '../ui/Button.tsx';
import { later } from '../ui/later.tsx';
import { Popover } from '../ui/Popover.tsx';
import { isSet } from './address.ts';
import type { FacetProps } from './FacetBody.tsx';
import type { AreaTexts } from './texts.ts';

/** Fetched when the first filter is opened. */
const FacetBody = later(async () => (await import('./FacetBody.tsx')).FacetBody);

const NamedChoice = later(async () => (await import('./NamedChoice.tsx')).NamedChoice);

/** One filter as a button that says what it is set to, with its choices behind it. */
export function Facet(props: FacetProps) {
  const { id, filter, value, onChange, texts } = props;
  const { t } = useTranslation('list');
  const label = texts(`filter.${id}`);
  const words = { yes: t('yes'), no: t('no'), several: (count: number) => t('facetChoices', { count }) };
  const said = isSet(value) ? summaryOf(id, filter, value, texts, words) : undefined;
  return (
    <Popover
      label={label}
      trigger={
        <Button variant="facet" on={said !== undefined} iconAfter={<ChevronDownIcon aria-hidden />}>
          {said === undefined ? (
            // A filter that is never without a value says what holds until one is chosen.
            (texts.optional(`filter.${id}.unset`) ?? label)
          ) : (
            <>
              {label}:{' '}
              <span className="list-facet-value">
                {filter.kind === 'lookup' && filter.named && typeof value === 'string' ? (
                  <NamedChoice path={filter.lookup} value={value} />
                ) : (
                  said
                )}
              </span>
            </>
          )}
        </Button>
      }
    >
      {(close) => (
        <div className="list-facet">
          <FacetBody {...props} label={label} onDone={close} />
          {isSet(value) && (
            <Button
              size="small"
              variant="quiet"
              onPress={() => {
                onChange(undefined);
                close();
              }}
            >
              {t('clearFilter')}
            </Button>
          )}
        </div>
      )}
    </Popover>
  );
}

interface SummaryWords {
  yes: string;
  no: string;
  several: (count: number) => string;
}

export function summaryOf(
  id: string,
  filter: Filter,
  value: FilterValue,
  texts: AreaTexts,
  words: SummaryWords,
): string {
  const word = (one: string) => (filter.kind === 'text' ? one : texts.choice(id, one));
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (typeof value === 'string') {
    if (filter.kind === 'day') return formatDate(value);
    if (filter.kind === 'days') {
      const [from = '', to = ''] = value.split('..');
      return `${from && formatDate(from)}–${to && formatDate(to)}`;
    }
    return word(value);
  }
  const [first] = value ?? [];
  if (first === undefined) return '';
  return value?.length === 1 ? word(first) : words.several(value?.length ?? 0);
}
