/**
 * A menu of acts: arrows, letters, Home, End, Enter, Esc. The page carries only the button; the menu itself is
 * fetched when it is first opened, so its parts reach their drawing through a context.
 */
import { type ReactNode, use } from 'react';

import { later } from './later.tsx';
import {
  type MenuChoiceProps,
  type MenuItemProps,
  type MenuParts,
  MenuPartsContext,
  type MenuSectionProps,
} from './menu-parts.ts';
import { Trigger, useOverlay } from './trigger.tsx';

const MenuBody = later(async () => (await import('./MenuBody.tsx')).MenuBody);

interface MenuProps {
  /** The button that opens it. */
  trigger: ReactNode;
  children: ReactNode;
  label: string;
  placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end' | 'right bottom';
  onOpenChange?: (isOpen: boolean) => void;
}

export function Menu({ trigger, children, label, placement = 'bottom start', onOpenChange }: MenuProps) {
  const overlay = useOverlay(undefined, onOpenChange);
  const { isOpen, setOpen, triggerRef, wasOpened } = overlay;
  return (
    <>
      <Trigger overlay={overlay} kind="menu">
        {trigger}
      </Trigger>
      {wasOpened && (
        <MenuBody
          label={label}
          placement={placement}
          isOpen={isOpen}
          onOpenChange={setOpen}
          triggerRef={triggerRef}
        >
          {children}
        </MenuBody>
      )}
    </>
  );
}

function useParts(): MenuParts {
  const parts = use(MenuPartsContext);
  if (!parts) throw new Error('The parts of a menu stand inside a Menu');
  return parts;
}

export function MenuItem(props: MenuItemProps) {
  const { Item } = useParts();
  return <Item {...props} />;
}

/** One choice of several inside a menu (theme, density, language). */
export function MenuChoice<Value extends string>({ options, onChange, ...rest }: MenuChoiceProps<Value>) {
  const { Choice } = useParts();
  const choose = (value: string) => {
    const found = options.find((option) => option.value === value);
    if (found) onChange(found.value);
  };
  return <Choice {...rest} options={options} onChange={choose} />;
}

export function MenuSection(props: MenuSectionProps) {
  const { Section } = useParts();
  return <Section {...props} />;
}

export function MenuLine() {
  const { Line } = useParts();
  return <Line />;
}
