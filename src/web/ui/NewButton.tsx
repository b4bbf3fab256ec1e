import { PlusIcon } from '@navikt/aksel-icons';
import { type ReactNode, useState } from 'react';

import { Button } from './Button.tsx';

interface NewButtonProps {
  label: string;
  /** The dialog in which it is made, drawn while it is open; it may come later than the button. */
  children: (close: () => void) => ReactNode;
}

/** The way to something new: the one primary button of a list. */
export function NewButton({ label, children }: NewButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="primary" icon={<PlusIcon aria-hidden />} onPress={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && children(() => setOpen(false))}
    </>
  );
}
