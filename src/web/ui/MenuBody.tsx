import './Popover.css';
import { CheckmarkIcon } from '@navikt/aksel-icons';
import type { ReactNode, RefObject } from 'react';
import {
  Header,
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuSection as AriaMenuSection,
  Popover,
  Separator,
} from 'react-aria-components/Menu';

import {
  type MenuChoiceProps,
  type MenuItemProps,
  MenuPartsContext,
  type MenuSectionProps,
} from './menu-parts.ts';

interface MenuBodyProps {
  label: string;
  placement: 'bottom start' | 'bottom end' | 'top start' | 'top end' | 'right bottom';
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  triggerRef: RefObject<HTMLButtonElement | null>;
  children: ReactNode;
}

const parts = { Item, Choice, Section, Line };

export function MenuBody({ label, children, onOpenChange, ...popover }: MenuBodyProps) {
  return (
    <MenuPartsContext value={parts}>
      <Popover
        {...popover}
        trigger="MenuTrigger"
        aria-label={label}
        onOpenChange={onOpenChange}
        className="ui-popover"
        offset={5}
      >
        <AriaMenu
          className="ui-menu"
          aria-label={label}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the menu opens in order to be used
          autoFocus="first"
          onClose={() => onOpenChange(false)}
        >
          {children}
        </AriaMenu>
      </Popover>
    </MenuPartsContext>
  );
}

function Item({ children, note, icon, tone, isDisabled = false, ...rest }: MenuItemProps) {
  return (
    <AriaMenuItem
      {...rest}
      isDisabled={isDisabled}
      textValue={children}
      className="ui-menu-item"
      data-tone={tone}
    >
      {icon}
      <span className="ui-menu-words">
        {children}
        {note !== undefined && <small>{note}</small>}
      </span>
      <CheckmarkIcon className="ui-menu-check" aria-hidden />
    </AriaMenuItem>
  );
}

function Choice({ title, options, value, onChange }: MenuChoiceProps<string>) {
  return (
    <AriaMenuSection
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={(keys) => {
        const found = options.find((option) => keys !== 'all' && keys.has(option.value));
        if (found) onChange(found.value);
      }}
    >
      <Header className="ui-menu-head">{title}</Header>
      {options.map((option) => (
        <Item key={option.value} id={option.value} icon={option.icon}>
          {option.label}
        </Item>
      ))}
    </AriaMenuSection>
  );
}

function Section({ title, children }: MenuSectionProps) {
  return (
    <AriaMenuSection>
      <Header className="ui-menu-head">{title}</Header>
      {children}
    </AriaMenuSection>
  );
}

function Line() {
  return <Separator className="ui-menu-line" />;
}
