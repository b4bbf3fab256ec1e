import {
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
  type Ref,
  createContext,
  use,
  useMemo,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';

export interface PressableProps extends Omit<ComponentProps<'button'>, 'onClick' | 'disabled' | 'style'> {
  /** Pointer, Enter, Space or a screen reader's own act; never reaches what the button lies on. */
  onPress?: () => void;
  isDisabled?: boolean;
  /** Under way: keeps its focus and its place, does nothing more, and says so to screen readers. */
  isPending?: boolean;
}

/** What a button is given by what it opens (`trigger.tsx`). */
export interface TriggerButton {
  ref: Ref<HTMLButtonElement>;
  onPress: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  'aria-haspopup': 'menu' | 'dialog';
  'aria-expanded': boolean;
}

export const TriggerButtonContext = createContext<TriggerButton | undefined>(undefined);

/**
 * The button under every button: the browser's own, with the names the overlays' buttons have. A list's row or a card it
 * lies on hears nothing of what is done to it. One that is disabled under the hand keeps its focus until it is left: the
 * keyboard would be nowhere otherwise, and Esc would close nothing.
 */
export function Pressable({
  onPress,
  isDisabled = false,
  isPending,
  ref,
  onKeyDown,
  ...rest
}: PressableProps) {
  const { t } = useTranslation('ui');
  const [hasFocus, setFocus] = useState(false);
  const trigger = use(TriggerButtonContext);
  const triggerRef = trigger?.ref;
  const refs = useMemo(() => both(ref, triggerRef), [ref, triggerRef]);

  const press = (event: MouseEvent<HTMLButtonElement>) => {
    event.stopPropagation();
    if (isPending || isDisabled) {
      event.preventDefault();
      return;
    }
    onPress?.();
    trigger?.onPress();
  };
  const keyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    if (event.key === 'Enter' || event.key === ' ') event.stopPropagation();
    onKeyDown?.(event);
    trigger?.onKeyDown(event);
  };

  return (
    <>
      <button
        type="button"
        {...rest}
        ref={refs}
        onClick={press}
        onKeyDown={keyDown}
        onFocus={(event) => {
          setFocus(true);
          rest.onFocus?.(event);
        }}
        onBlur={(event) => {
          setFocus(false);
          rest.onBlur?.(event);
        }}
        disabled={isDisabled && !hasFocus}
        aria-disabled={isPending || (isDisabled && hasFocus) || rest['aria-disabled']}
        aria-haspopup={trigger?.['aria-haspopup'] ?? rest['aria-haspopup']}
        aria-expanded={trigger?.['aria-expanded'] ?? rest['aria-expanded']}
        data-pending={isPending || undefined}
      />
      {isPending !== undefined && (
        <span className="visually-hidden" aria-live="polite">
          {isPending && t('busy')}
        </span>
      )}
    </>
  );
}

function both<Element>(one: Ref<Element> | undefined, other: Ref<Element> | undefined) {
  if (!one || !other) return one ?? other;
  return (element: Element | null) => {
    for (const ref of [one, other]) {
      if (typeof ref === 'function') ref(element);
      else if (ref) ref.current = element;
    }
  };
}
