import { useEffect, useState } from 'react';

import { upload } from '#web/api/files.ts';

import { type FilePreview, imports } from '../contract.ts';

/** As much of a file as the server looks at; a file of gigabytes is not sent for that. */
const HEAD_BYTES = 65_536;

type Look =
  | { state: 'looking' }
  | { state: 'seen'; preview: FilePreview }
  | { state: 'failed'; error: unknown };

/** What a chosen file is, found out from its beginning. `again` after a line that broke. */
export function useLook(file: File | undefined): { look: Look | undefined; again: () => void } {
  const [seen, setSeen] = useState<{ file: File; attempt: number; look: Look }>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (!file) return undefined;
    const stopper = new AbortController();
    const tell = (look: Look) => {
      if (!stopper.signal.aborted) setSeen({ file, attempt, look });
    };
    const head = new File([file.slice(0, HEAD_BYTES)], file.name);
    upload(imports.preview, {}, head, { onProgress: () => {}, signal: stopper.signal }).then(
      (preview) => tell({ state: 'seen', preview }),
      (error: unknown) => tell({ state: 'failed', error }),
    );
    return () => stopper.abort();
  }, [file, attempt]);

  if (!file) return { look: undefined, again: () => {} };
  const isThis = seen?.file === file && seen.attempt === attempt;
  return { look: isThis ? seen.look : { state: 'looking' }, again: () => setAttempt(attempt + 1) };
}
