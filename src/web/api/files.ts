/** Files: a download with the bearer token, and an upload that says how far it is. */
import type { Call, Output, Route } from '#kernel/contract.ts';
import { limits } from '#kernel/limits.ts';

import { NoAnswer, refusedBy } from './failure.ts';
import { client } from './start.ts';

/** Fetches the file and hands it to the browser to save. Rejects as every call does. */
export async function download<R extends Route>(route: R, input: Call<R>): Promise<void> {
  const response = await client.open(route, { ...input }, { timeoutMs: limits.extendedTimeoutMs });
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = nameOf(response.headers.get('Content-Disposition'));
  link.click();
  // The browser has taken hold of it by the next turn.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}

/** `attachment; filename*=UTF-8''brukere.xlsx` */
export function nameOf(disposition: string | null): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  return encoded === undefined ? 'fil' : decodeURIComponent(encoded);
}

interface Sending {
  /** Bytes sent so far, and how many there are with the form around the file. */
  onProgress: (sent: number, total: number) => void;
  signal: AbortSignal;
}

/**
 * Sends a file with the route's fields in the address. There is no time-out: a large file over a thin line takes as
 * long as it takes, and the reader can stop it. Rejects with what the server refused, with NoAnswer when the line
 * broke, and with an AbortError when the reader stopped it.
 */
export async function upload<R extends Route>(
  route: R,
  input: Call<R>,
  file: File,
  { onProgress, signal }: Sending,
): Promise<Output<R>> {
  const { method, address, headers } = await client.prepare(route, { ...input });
  const response = await post(method, address, headers, file, { onProgress, signal });
  if (!response.ok) throw await refusedBy(response);
  // oxlint-disable-next-line no-unsafe-type-assertion -- the server checked it against the contract
  return (await response.json()) as Output<R>;
}

/** The old request object, because fetch does not say how much of a body has left. */
function post(
  method: string,
  address: string,
  headers: Readonly<Record<string, string>>,
  file: File,
  { onProgress, signal }: Sending,
): Promise<Response> {
  const form = new FormData();
  form.set('file', file);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, address);
    request.withCredentials = true;
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded, total));
    request.addEventListener('load', () =>
      resolve(new Response(request.responseText, { status: request.status })),
    );
    request.addEventListener('error', () => reject(new NoAnswer('offline')));
    request.addEventListener('abort', () => reject(new DOMException('Stopped', 'AbortError')));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    if (signal.aborted) reject(new DOMException('Stopped', 'AbortError'));
    else request.send(form);
  });
}
