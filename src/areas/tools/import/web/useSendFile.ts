import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import type { CsvMapping } from '#kernel/csv-mapping.ts';
import { upload } from '#web/api/files.ts';

import { imports } from '../contract.ts';

export interface Sending {
  fileName: string;
  sent: number;
  total: number;
}

interface Wish {
  dryRun: boolean;
  acceptLeavers?: boolean;
  /** A rehearsal for that day. */
  asOf?: string;
  /** Of a table. */
  mapping?: CsvMapping;
}

export interface SendFile {
  /** While it is under way. */
  sending: Sending | undefined;
  /** Why it did not arrive, or was refused. */
  error: unknown;
  /** Resolves with the run when the server has read the file; undefined when it failed or was stopped. */
  send: (file: File, wish: Wish) => Promise<number | undefined>;
  stop: () => void;
  forget: () => void;
}

/** Sends a file to the import, with how far it is. Leaving the page stops it. */
export function useSendFile(): SendFile {
  const queries = useQueryClient();
  const [sending, setSending] = useState<Sending>();
  const [error, setError] = useState<unknown>();
  const stopper = useRef<AbortController>(undefined);
  useEffect(() => () => stopper.current?.abort(), []);

  const send: SendFile['send'] = async (file, wish) => {
    const own = new AbortController();
    stopper.current = own;
    setError(undefined);
    setSending({ fileName: file.name, sent: 0, total: file.size });
    try {
      const onProgress = (sent: number, total: number) => setSending({ fileName: file.name, sent, total });
      const { mapping, ...rest } = wish;
      // In the address it is text.
      const input = { ...rest, ...(mapping && { mapping: JSON.stringify(mapping) }) };
      const { runId } = await upload(imports.run, input, file, { onProgress, signal: own.signal });
      return runId;
    } catch (problem) {
      setError(problem);
      return undefined;
    } finally {
      setSending(undefined);
      void queries.invalidateQueries({ queryKey: ['import'] });
    }
  };
  return {
    sending,
    error,
    send,
    stop: () => stopper.current?.abort(),
    forget: () => setError(undefined),
  };
}
