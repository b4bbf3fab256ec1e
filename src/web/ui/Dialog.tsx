import { type ReactNode, Suspense, lazy } from 'react';

import { useOverlay } from './trigger.tsx';

const DialogBody = lazy(() =>
  import('./DialogBody.tsx').then(({ DialogBody: component }) => ({ default: component })),
);

export interface DialogProps {
  title: string;
  children: ReactNode;
  /** Buttons, the primary last. */
  footer?: ReactNode;
  isOpen: boolean;
  onClose: () => void;
  width?: 'normal' | 'wide';
  /** `alertdialog` asks something that must be answered: no close button, a click outside does nothing. */
  role?: 'dialog' | 'alertdialog';
}

/** Modal. Fetched when first opened. */
export function Dialog(props: DialogProps) {
  const { wasOpened } = useOverlay(props.isOpen, undefined);
  if (!wasOpened) return null;
  return (
    <Suspense fallback={null}>
      <DialogBody {...props} />
    </Suspense>
  );
}
