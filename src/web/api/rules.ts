/** Where a failed call leads (specification §8). On the sign-in pages nothing leads anywhere. */

const signInPages = new Set(['/login', '/login/done', '/central-admin/login']);

export const isSignInPage = (path: string): boolean => signInPages.has(path.replace(/(?<=.)\/+$/, ''));

export interface Consequence {
  /** The credentials are taken away. */
  logOut: boolean;
  to: string;
  replace: boolean;
}

interface Failed {
  kind: 'token' | 'other';
  /** HTTP status; 408 for a time-out, 0 when there was no answer at all. */
  status: number;
  /** The failing address, as the browser has it. */
  address: string;
  /** The path the reader is on. */
  path: string;
  /** The same with its query. */
  page: string;
}

/** Undefined: nothing but the error itself, which the caller gets in any case. */
export function consequenceOf({ kind, status, address, path, page }: Failed): Consequence | undefined {
  if (isSignInPage(path)) return undefined;
  if (status === 504) {
    // The failing address is the specification's; one goes back to the page that asked.
    const search = new URLSearchParams({ returnUrl: address, page });
    return { logOut: false, to: `/error?${search.toString()}`, replace: false };
  }
  if (kind === 'token') {
    return status === 400
      ? { logOut: true, to: '/login', replace: true }
      : { logOut: true, to: `/error?errorCode=${status}`, replace: false };
  }
  // A token that is refused opens nothing any more; kept, it would lead from the sign-in page right back here.
  if (status === 401) return { logOut: true, to: '/error?errorCode=402', replace: true };
  return undefined;
}
