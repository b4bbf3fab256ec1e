import { type ReactNode, Suspense, lazy } from 'react';

const OperationCard = lazy(async () => ({ default: (await import('./OperationCard.tsx')).OperationCard }));

interface Open {
  key: string;
  close: () => void;
}

/** The card of the operation in the address, for every log. */
export const openOperation = ({ key, close }: Open): ReactNode => (
  <Suspense fallback={null}>
    <OperationCard key={key} id={Number(key)} onClose={close} />
  </Suspense>
);
