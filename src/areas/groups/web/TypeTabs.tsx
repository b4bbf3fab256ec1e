import './groups.css';
import { ChevronDownIcon } from '@navikt/aksel-icons';
import { useTranslation } from 'react-i18next';

import { groupTypes } from '#areas/users/contract.ts';
import { useRead } from '#web/api/hooks.ts';
import { formatNumber } from '#web/format.ts';
import { useListAddress } from '#web/list/useListAddress.ts';
import { ViewSelect } from '#web/list/ViewSelect.tsx';
import { Button } from '#web/ui/Button.tsx';
import { useIsPhone } from '#web/ui/media.ts';
import { Menu, MenuItem } from '#web/ui/Menu.tsx';
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx';

import { groupList, groups } from '../contract.ts';

type GroupType = (typeof groupTypes)[number];
const ALL = 'all';
/** As many as stand beside each other on an ordinary screen. */
const MOST_TABS = 5;

/** Tabs for the types there are groups of, with how many; the other types stand under "More". */
export function TypeTabs() {
  const { t } = useTranslation('groups');
  const isPhone = useIsPhone();
  const [{ filters }, change] = useListAddress(groupList, false);
  const { data: counts = [] } = useRead(groups.types, {});

  const chosen = Array.isArray(filters['type']) ? filters['type'] : [];
  const current = groupTypes.find((type) => chosen.length === 1 && type === chosen[0]);
  const countOf = (type: GroupType) => counts.find((one) => one.type === type)?.count ?? 0;
  const first = new Set(groupTypes.filter((type) => countOf(type) > 0).slice(0, MOST_TABS));
  const isTab = (type: GroupType) => first.has(type) || type === current;
  const total = counts.reduce((sum, { count }) => sum + count, 0);

  const choose = (type: string) => {
    change({ filters: { ...filters, type: type === ALL ? undefined : [type] }, page: 1 });
  };
  const option = (type: GroupType) => ({
    value: type as string,
    label: t(`plural.${type}`),
    ...(counts.length > 0 && { count: formatNumber(countOf(type)) }),
  });
  const all = { value: ALL, label: t('types.all'), ...(counts.length > 0 && { count: formatNumber(total) }) };
  const tabs = [all, ...groupTypes.filter(isTab).map(option)];
  // Those there are groups of first.
  const others = groupTypes
    .filter((type) => !isTab(type))
    .toSorted((one, other) => Number(countOf(other) > 0) - Number(countOf(one) > 0));

  if (isPhone) {
    return (
      <ViewSelect
        label={t('filter.type')}
        value={current ?? ALL}
        options={[...tabs, ...others.map(option)].map(({ value, label, count }) => ({
          value,
          label: count === undefined ? label : `${label} (${count})`,
        }))}
        onChange={choose}
      />
    );
  }
  return (
    <div className="group-types">
      <SegmentedControl label={t('filter.type')} options={tabs} value={current ?? ALL} onChange={choose} />
      <Menu
        label={t('types.more')}
        trigger={
          <Button variant="quiet" iconAfter={<ChevronDownIcon aria-hidden />}>
            {t('types.more')}
          </Button>
        }
      >
        {others.map((type) => (
          <MenuItem key={type} onAction={() => choose(type)}>
            {countOf(type) > 0
              ? `${t(`plural.${type}`)} (${formatNumber(countOf(type))})`
              : t(`plural.${type}`)}
          </MenuItem>
        ))}
      </Menu>
    </div>
  );
}
