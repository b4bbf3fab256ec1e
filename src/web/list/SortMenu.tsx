import { ArrowsUpDownIcon } from '@navikt/aksel-icons';
import { useTranslation } from 'react-i18next';

import { Button } from '../ui/Button.tsx';
import { Menu, MenuChoice } from '../ui/Menu.tsx';
import { type ListAddress, shownColumns } from './address.ts';
import type { AnyList } from './definition.ts';
import type { AreaTexts } from './texts.ts';
import type { ChangeAddress } from './useListAddress.ts';

interface SortMenuProps {
  list: AnyList;
  address: ListAddress;
  change: ChangeAddress;
  texts: AreaTexts;
}

const directions = ['asc', 'desc'] as const;

/** Sorting where there are no column heads to press. */
export function SortMenu({ list, address, change, texts }: SortMenuProps) {
  const { t } = useTranslation('list');
  const sort = address.sort ?? list.sort;
  const columns = (address.columns ?? shownColumns(list)).filter((id) => list.columns[id]?.sort !== false);
  return (
    <Menu
      label={t('sort')}
      placement="bottom end"
      trigger={
        <Button variant="quiet" icon={<ArrowsUpDownIcon aria-hidden />}>
          {t('sort')}
        </Button>
      }
    >
      <MenuChoice
        title={t('sortBy')}
        options={columns.map((id) => ({ value: id, label: texts(`column.${id}`) }))}
        value={sort.by}
        onChange={(by) => change({ sort: { by, dir: sort.dir }, page: 1 })}
      />
      <MenuChoice
        title={t('sortDir')}
        options={directions.map((value) => ({
          value,
          label: t(value === 'asc' ? 'ascending' : 'descending'),
        }))}
        value={sort.dir}
        onChange={(dir) => change({ sort: { by: sort.by, dir }, page: 1 })}
      />
    </Menu>
  );
}
