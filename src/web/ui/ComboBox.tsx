import './Field.css';
import './Popover.css';
import { CheckmarkIcon, ChevronDownIcon } from '@navikt/aksel-icons';
import { Button } from 'react-aria-components/Button';
import {
  ComboBox as AriaComboBox,
  Input,
  ListBox,
  ListBoxItem,
  Popover,
} from 'react-aria-components/ComboBox';
import { useTranslation } from 'react-i18next';

import { type FieldBasics, FieldFrame } from './FieldFrame.tsx';
import type { Option } from './option.ts';

export interface ComboBoxProps extends FieldBasics {
  options: readonly Option[];
  value: string | undefined;
  onChange: (value: string | undefined) => void;
  /** With it the caller searches: give the hits as `options`, nothing is filtered here. */
  onSearch?: (text: string) => void;
  isSearching?: boolean;
  onBlur?: () => void;
  name?: string;
  isDisabled?: boolean;
  placeholder?: string;
}

/** React Aria knows its items by `id`. */
const withId = (option: Option) => Object.assign({ id: option.value }, option);

/** One of many: type to narrow. */
export function ComboBox(props: ComboBoxProps) {
  const {
    label,
    hint,
    error,
    optional,
    options,
    value,
    onChange,
    onSearch,
    isSearching = false,
    ...rest
  } = props;
  const { t } = useTranslation('ui');
  const items = options.map(withId);
  const search = onSearch === undefined ? {} : { items, onInputChange: onSearch };
  return (
    <AriaComboBox
      {...rest}
      {...(onSearch === undefined ? { defaultItems: items } : search)}
      value={value ?? null}
      onChange={(key) => onChange(key === null ? undefined : String(key))}
      validationBehavior="aria"
      isInvalid={error !== undefined}
      allowsEmptyCollection
      menuTrigger="focus"
      className="ui-field"
    >
      <FieldFrame label={label} hint={hint} error={error} optional={optional}>
        <div className="ui-control" data-invalid={error !== undefined || undefined}>
          <Input />
          <Button className="ui-control-button">
            <ChevronDownIcon aria-hidden />
          </Button>
        </div>
      </FieldFrame>
      <Popover className="ui-popover" offset={4}>
        <ListBox<(typeof items)[number]>
          className="ui-menu"
          renderEmptyState={() => (
            <div className="ui-menu-none">{t(isSearching ? 'searching' : 'noHits')}</div>
          )}
        >
          {(option) => (
            <ListBoxItem id={option.value} textValue={option.label} className="ui-menu-item">
              <span className="ui-menu-words">
                {option.label}
                {option.note !== undefined && <small>{option.note}</small>}
              </span>
              <CheckmarkIcon className="ui-menu-check" aria-hidden />
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaComboBox>
  );
}
