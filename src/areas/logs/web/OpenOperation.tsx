import { type ReactNode } from 'react';

import { later } from '#web/ui/later.tsx';

const OperationCard = later(async () => (await import('./OperationCard.tsx')).OperationCard);

interface Open {
  key: string;
  close: () => void;
}

/** The card of the operation in the address, for every log. */
export const openOperation = ({ key, close }: Open): ReactNode => (
  <OperationCard key={key} id={Number(key)} onClose={close} />
);
