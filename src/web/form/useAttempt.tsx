import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { Alert } from '../ui/Alert.tsx';
import { asRefusal, refusalText } from './refusal.ts';

interface Attempting {
  /** Does the work, and forgets why the attempt before it was refused. */
  attempt: (work: () => Promise<unknown>) => Promise<void>;
  /** Why the last attempt was refused, beside what asked for it. */
  refused: ReactNode;
}

/** For acts that answer on the spot: what they call must not handle its own errors. */
export function useAttempt(): Attempting {
  const { t } = useTranslation(['errors', 'form']);
  const [error, setError] = useState<unknown>();
  return {
    attempt: async (work) => {
      setError(undefined);
      try {
        await work();
      } catch (reason) {
        setError(reason);
      }
    },
    refused: error !== undefined && (
      <Alert tone="danger" isLive>
        {refusalText(asRefusal(error), t)}
      </Alert>
    ),
  };
}
