/** A page of this portal as it may stand in an address, or `undefined` for anything else: a foreign address, the API. */
export function ownPage(address: string | undefined): string | undefined {
  if (address === undefined || !address.startsWith('/')) return undefined;
  const base = 'https://portal.invalid';
  try {
    // As the browser reads it: `//x`, `/\x` and `/<tab>/x` lead to another server.
    const { origin, pathname, search, hash } = new URL(address, base);
    if (origin !== base || /^\/(?:api|error)(?:\/|$)/.test(pathname)) return undefined;
    return `${pathname}${search}${hash}`;
  } catch {
    return undefined;
  }
}
