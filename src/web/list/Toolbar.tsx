import { FilterIcon, XMarkIcon } from '@navikt/aksel-icons';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { FilterValue } from '#kernel/list.ts';

import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { SegmentedControl } from '../ui/SegmentedControl.tsx';
import { type ListAddress, isSet, isViews } from './address.ts';
import type { AnyList } from './definition.ts';
import { Facet } from './Facet.tsx';
import { SearchBox } from './SearchBox.tsx';
import { SortMenu } from './SortMenu.tsx';
import type { AreaTexts } from './texts.ts';
import type { ChangeAddress } from './useListAddress.ts';
import { ViewSelect } from './ViewSelect.tsx';

interface ToolbarProps {
  list: AnyList;
  address: ListAddress;
  change: ChangeAddress;
  texts: AreaTexts;
  isNarrow: boolean;
  isTight: boolean;
  /** The one list of a page hears `/`; a list inside a card does not. */
  hearsSlash: boolean;
  /** The area's own view switch, in place of the one made from the definition. */
  views?: ReactNode;
  onReset: () => void;
  /** Columns, saved views and the rest, to the right. */
  tools: ReactNode;
}

/** Filters that have a button of their own before one asks for more. */
const firstFacets = 2;
/** As many beside both a long switch to other pages and a search. */
const fewestFacets = 1;

export function Toolbar(props: ToolbarProps) {
  const { list, address, change, texts, isNarrow, hearsSlash, onReset, tools } = props;
  const { t } = useTranslation('list');
  const [showsAll, setShowsAll] = useState(false);

  const atFirst = props.isTight && list.search ? fewestFacets : firstFacets;
  const views = Object.entries(list.filters).filter(([, filter]) => isViews(filter));
  const facets = Object.entries(list.filters).filter(([, filter]) => !isViews(filter));
  const inForce = facets.filter(([id]) => isSet(address.filters[id])).length;
  const shown = facets.filter(
    ([id], place) => showsAll || (!isNarrow && (place < atFirst || isSet(address.filters[id]))),
  );
  const setFilter = (id: string, value: FilterValue) =>
    change({ filters: { ...address.filters, [id]: value }, page: 1 });

  return (
    <div className="list-tools">
      {props.views}
      {views.map(([id, filter]) =>
        filter.kind === 'choice' && props.views === undefined ? (
          <ViewSwitch
            key={id}
            id={id}
            choices={filter.choices}
            value={address.filters[id]}
            onChange={(value) => setFilter(id, value)}
            texts={texts}
          />
        ) : null,
      )}
      {list.search && (
        <SearchBox
          label={texts.optional('search') ?? t('search')}
          value={address.search}
          hearsSlash={hearsSlash}
          onChange={(search) => change({ search, page: 1 }, { replace: address.search !== '' })}
        />
      )}
      {shown.map(([id, filter]) => (
        <Facet
          key={id}
          id={id}
          filter={filter}
          value={address.filters[id]}
          onChange={(value) => setFilter(id, value)}
          texts={texts}
        />
      ))}
      {(isNarrow ? facets.length > 0 : facets.length > shown.length || showsAll) && (
        <Button
          variant="quiet"
          icon={<FilterIcon aria-hidden />}
          aria-expanded={showsAll}
          onPress={() => setShowsAll(!showsAll)}
        >
          {showsAll
            ? t('fewerFilters')
            : isNarrow
              ? inForce > 0
                ? t('filtersOn', { count: String(inForce) })
                : t('filters')
              : t('moreFilters')}
        </Button>
      )}
      {/* A search alone is cleared where it stands. */}
      {inForce > 0 &&
        (isNarrow ? (
          <IconButton label={t('reset')} onPress={onReset}>
            <XMarkIcon aria-hidden />
          </IconButton>
        ) : (
          <Button variant="quiet" icon={<XMarkIcon aria-hidden />} onPress={onReset}>
            {t('reset')}
          </Button>
        ))}
      <div className="list-tools-end">
        {isNarrow && <SortMenu list={list} address={address} change={change} texts={texts} />}
        {tools}
      </div>
    </div>
  );
}

interface ViewSwitchProps {
  id: string;
  choices: readonly string[];
  value: FilterValue;
  onChange: (value: FilterValue) => void;
  texts: AreaTexts;
}

/** The first choice is the list as it is opened, and leaves the address alone. More than five become a select. */
function ViewSwitch({ id, choices, value, onChange, texts }: ViewSwitchProps) {
  const label = texts(`filter.${id}`);
  const [first = ''] = choices;
  const options = choices.map((choice) => ({ value: choice, label: texts.choice(id, choice) }));
  const current = typeof value === 'string' ? value : first;
  const choose = (choice: string) => onChange(choice === first ? undefined : choice);
  if (choices.length <= 5) {
    return <SegmentedControl label={label} options={options} value={current} onChange={choose} />;
  }
  return <ViewSelect label={label} options={options} value={current} onChange={choose} />;
}
