/** What a menu is made of. The parts are drawn by whoever draws the menu, which comes after its button. */
import { type ComponentType, type ReactNode, createContext } from 'react';

export interface MenuItemProps {
  children: string;
  onAction?: () => void;
  id?: string;
  icon?: ReactNode;
  /** A second, quieter line. */
  note?: string;
  tone?: 'danger';
  isDisabled?: boolean;
}

export interface MenuChoiceProps<Value extends string> {
  title: string;
  options: readonly { value: Value; label: string; icon?: ReactNode }[];
  value: Value;
  onChange: (value: Value) => void;
}

export interface MenuSectionProps {
  title: string;
  children: ReactNode;
}

export interface MenuParts {
  Item: ComponentType<MenuItemProps>;
  Choice: ComponentType<Omit<MenuChoiceProps<string>, 'onChange'> & { onChange: (value: string) => void }>;
  Section: ComponentType<MenuSectionProps>;
  Line: ComponentType;
}

export const MenuPartsContext = createContext<MenuParts | undefined>(undefined);
