import { Suspense, lazy } from 'react';

import type { DialogProps } from './DialogBody.tsx';
import { useOverlay } from './trigger.tsx';

const DialogBody = lazy(() =>
  import('./DialogBody.tsx').then(({ DialogBody: component }) => ({ default: component })),
);

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
