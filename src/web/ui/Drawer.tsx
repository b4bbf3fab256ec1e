import './Drawer.css';
import { XMarkIcon } from '@navikt/aksel-icons';
import { type KeyboardEvent, type ReactNode, Suspense, lazy, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import { IconButton } from './IconButton.tsx';
import { useIsPhone } from './media.ts';

const ModalDrawer = lazy(() =>
  import('./ModalDrawer.tsx').then(({ ModalDrawer: component }) => ({ default: component })),
);

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
 * it fills the screen and is modal. Esc closes it, and the focus goes back to where it came from.
 */
export function Drawer(props: DrawerProps) {
  const isPhone = useIsPhone();
  const id = useId();
  if (!isPhone) return <SideDrawer {...props} />;
  return (
    <Suspense fallback={null}>
      <ModalDrawer titleId={id} onClose={props.onClose}>
        <DrawerParts {...props} titleId={id} />
      </ModalDrawer>
    </Suspense>
  );
}

function SideDrawer(props: DrawerProps) {
  const panel = useRef<HTMLElement>(null);
  const id = useId();

  useEffect(() => {
    const before = document.activeElement;
    panel.current?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.stopPropagation();
    props.onClose();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc from anywhere inside
    <section ref={panel} className="ui-drawer" aria-labelledby={id} tabIndex={-1} onKeyDown={onKeyDown}>
      <DrawerParts {...props} titleId={id} />
    </section>
  );
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
