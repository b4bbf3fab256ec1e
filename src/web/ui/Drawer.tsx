import './Drawer.css';
import { XMarkIcon } from '@navikt/aksel-icons';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import { usePageName } from '../pageName.ts';
import { IconButton } from './IconButton.tsx';
import { useIsPhone } from './media.ts';

export interface DrawerProps {
  title: string;
  /** Under the title: user name, badges, status. */
  subtitle?: ReactNode;
  /** Acts in the head, beside the close button. */
  actions?: ReactNode;
  /** A row of TabLinks. */
  tabs?: ReactNode;
  /** Save and cancel; stays at the foot. */
  footer?: ReactNode;
  children: ReactNode;
  /** Goes to the list's own address. */
  onClose: () => void;
}

/**
 * What a row opens, at its own address. Beside the list the list stays in use (no trap, no dimming); on a phone
 * it fills the screen and is modal. Esc closes it, and the focus goes back to where it came from. It is the same
 * element in both, so that a dialog in it stays open when the window is made narrower or a tablet is turned.
 */
export function Drawer(props: DrawerProps) {
  const isPhone = useIsPhone();
  usePageName('card', props.title);
  const panel = useRef<HTMLElement>(null);
  const id = useId();

  // In this order: what is put out of reach loses the focus, and cannot get it back until it is in reach again.
  const before = useRef<Element>(null);
  useEffect(() => {
    before.current = document.activeElement;
    panel.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => (isPhone && panel.current ? shutOut(panel.current) : undefined), [isPhone]);
  useEffect(
    () => () => {
      const { current } = before;
      if (current instanceof HTMLElement && current.isConnected) current.focus({ preventScroll: true });
    },
    [],
  );

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.stopPropagation();
    props.onClose();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc from anywhere inside
    <section
      ref={panel}
      className="ui-drawer"
      role={isPhone ? 'dialog' : undefined}
      aria-modal={isPhone || undefined}
      aria-labelledby={id}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <DrawerParts {...props} titleId={id} />
    </section>
  );
}

/**
 * Puts the rest of the application out of reach of keyboard and screen readers, and answers how to undo it. Notices, and
 * the dialogs beside the application in the page, are above the panel and stay in reach.
 */
function shutOut(panel: HTMLElement): () => void {
  const shut: Element[] = [];
  for (let inner: Element = panel; inner.parentElement; inner = inner.parentElement) {
    if (inner.parentElement === document.body) break;
    for (const beside of inner.parentElement.children) {
      if (beside === inner || beside.hasAttribute('inert') || beside.hasAttribute('aria-live')) continue;
      beside.setAttribute('inert', '');
      shut.push(beside);
    }
  }
  return () => {
    for (const one of shut) one.removeAttribute('inert');
  };
}

function DrawerParts(props: DrawerProps & { titleId: string }) {
  const { t } = useTranslation('ui');
  return (
    <>
      <header className="ui-drawer-head">
        <div className="ui-drawer-names">
          <h2 id={props.titleId} className="drawer-title">
            {props.title}
          </h2>
          {props.subtitle !== undefined && <div className="ui-drawer-sub">{props.subtitle}</div>}
        </div>
        {props.actions}
        <IconButton label={t('close')} keys="Esc" onPress={props.onClose}>
          <XMarkIcon aria-hidden />
        </IconButton>
      </header>
      {props.tabs !== undefined && <div className="ui-drawer-tabs">{props.tabs}</div>}
      <div className="ui-drawer-body">{props.children}</div>
      {props.footer !== undefined && <footer className="ui-drawer-foot">{props.footer}</footer>}
    </>
  );
}
