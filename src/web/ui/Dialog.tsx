import type { DialogProps } from './DialogBody.tsx';
import { later } from './later.tsx';
import { useOverlay } from './trigger.tsx';

const DialogBody = later(async () => (await import('./DialogBody.tsx')).DialogBody);

/** Modal. Fetched when first opened. */
export function Dialog(props: DialogProps) {
  const { wasOpened } = useOverlay(props.isOpen, undefined);
  if (!wasOpened) return null;
  return <DialogBody {...props} />;
}
