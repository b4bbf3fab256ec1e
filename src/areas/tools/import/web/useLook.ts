import { useEffect, useRef, useState } from 'react';

import { type CsvMapping, previewBytes } from '#kernel/csv-mapping.ts';
import { upload } from '#web/api/files.ts';

import { type FilePreview, imports } from '../contract.ts';

type Look =
  | { state: 'looking' }
  | { state: 'seen'; preview: FilePreview }
  | { state: 'failed'; error: unknown };

/** What the portal's answer about unknown schools depends on. */
const schoolsSaid = ({ feed, fields, school }: CsvMapping): string =>
  JSON.stringify([feed, fields.school, fields.schoolNumber, school]);
/** While a school's name is being typed. */
const TYPING_MS = 400;

/**
 * What a chosen file is, found out from its beginning; looked at again when what was chosen names other schools.
 * `again` after a line that broke.
 */
export function useLook(
  file: File | undefined,
  chosen: CsvMapping | undefined,
): { look: Look | undefined; again: () => void } {
  const [seen, setSeen] = useState<{ file: File; attempt: number; look: Look }>();
  const [attempt, setAttempt] = useState(0);
  const said = chosen && schoolsSaid(chosen);
  const latest = useRef(chosen);
  useEffect(() => {
    latest.current = chosen;
  });
  useEffect(() => {
    if (!file) return undefined;
    const stopper = new AbortController();
    const report = (look: Look) => {
      if (!stopper.signal.aborted) setSeen({ file, attempt, look });
    };
    const ask = () => {
      const head = new File([file.slice(0, previewBytes)], file.name);
      const mapping = latest.current && { mapping: JSON.stringify(latest.current) };
      upload(imports.preview, mapping ?? {}, head, { onProgress: () => {}, signal: stopper.signal }).then(
        (preview) => report({ state: 'seen', preview }),
        (error: unknown) => report({ state: 'failed', error }),
      );
    };
    const timer = setTimeout(ask, said === undefined ? 0 : TYPING_MS);
    return () => {
      clearTimeout(timer);
      stopper.abort();
    };
  }, [file, attempt, said]);

  if (!file) return { look: undefined, again: () => {} };
  const isThis = seen?.file === file && seen.attempt === attempt;
  return { look: isThis ? seen.look : { state: 'looking' }, again: () => setAttempt(attempt + 1) };
}
