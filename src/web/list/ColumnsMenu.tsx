import './facet.css';
import { ArrowDownIcon, ArrowUpIcon, LayersIcon, MinusIcon, PlusIcon } from '@navikt/aksel-icons';
import { useTranslation } from 'react-i18next';

import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Popover } from '../ui/Popover.tsx';
import { type ListAddress, shownColumns } from './address.ts';
import { widthOf } from './columns.ts';
import type { AnyList } from './definition.ts';
import type { AreaTexts } from './texts.ts';
import { narrowest, widest, widthStep, withinWidths } from './widths.ts';

interface ColumnsMenuProps {
  list: AnyList;
  texts: AreaTexts;
  columns: readonly string[] | undefined;
  widths: ListAddress['widths'];
  onChange: (columns: readonly string[] | undefined) => void;
  onWidth: (column: string, width: number | undefined) => void;
  /** Columns and widths as they are without anybody's choice. */
  onStandard: () => void;
  /** No room for words on the button. */
  isNarrow?: boolean;
}

/** Which columns stand in the grid, and in what order. The first one names the row and stays. */
export function ColumnsMenu(props: ColumnsMenuProps) {
  const { list, texts, columns, widths, onChange, onWidth, onStandard, isNarrow = false } = props;
  const { t } = useTranslation('list');
  const shown = columns ?? shownColumns(list);
  const hidden = Object.keys(list.columns).filter((id) => !shown.includes(id));
  const swap = (place: number, by: number) => onChange(swapped(shown, place, place + by));
  return (
    <Popover
      label={t('columns')}
      placement="bottom end"
      trigger={
        isNarrow ? (
          <IconButton label={t('columns')}>
            <LayersIcon aria-hidden />
          </IconButton>
        ) : (
          <Button variant="quiet" icon={<LayersIcon aria-hidden />}>
            {t('columns')}
          </Button>
        )
      }
    >
      <div className="list-facet">
        <ul className="list-columns">
          {shown.map((id, place) => {
            const column = texts(`column.${id}`);
            const width = widthOf(list, id, widths);
            return (
              <li key={id}>
                <Checkbox
                  label={column}
                  isSelected
                  isDisabled={place === 0}
                  onChange={() => onChange(shown.filter((one) => one !== id))}
                />
                <IconButton
                  size="small"
                  label={t('moveUp', { column })}
                  isDisabled={place < 2}
                  onPress={() => swap(place, -1)}
                >
                  <ArrowUpIcon aria-hidden />
                </IconButton>
                <IconButton
                  size="small"
                  label={t('moveDown', { column })}
                  isDisabled={place === 0 || place === shown.length - 1}
                  onPress={() => swap(place, 1)}
                >
                  <ArrowDownIcon aria-hidden />
                </IconButton>
                <IconButton
                  size="small"
                  label={t('narrower', { column })}
                  isDisabled={width <= narrowest}
                  onPress={() => onWidth(id, withinWidths(width - widthStep))}
                >
                  <MinusIcon aria-hidden />
                </IconButton>
                <IconButton
                  size="small"
                  label={t('wider', { column })}
                  isDisabled={width >= widest}
                  onPress={() => onWidth(id, withinWidths(width + widthStep))}
                >
                  <PlusIcon aria-hidden />
                </IconButton>
              </li>
            );
          })}
          {hidden.map((id) => (
            <li key={id}>
              <Checkbox
                label={texts(`column.${id}`)}
                isSelected={false}
                onChange={() => onChange([...shown, id])}
              />
            </li>
          ))}
        </ul>
        <Button
          size="small"
          variant="quiet"
          isDisabled={columns === undefined && Object.keys(widths).length === 0}
          onPress={onStandard}
        >
          {t('columnsStandard')}
        </Button>
      </div>
    </Popover>
  );
}

function swapped(ids: readonly string[], one: number, other: number): string[] {
  const next = [...ids];
  const [moved] = next.splice(one, 1);
  if (moved !== undefined) next.splice(other, 0, moved);
  return next;
}
