/** The routes this process serves, by signature: an operation of the journal names the one it came through. */
import type { Route } from '#kernel/contract.ts';

const known = new Map<string, Route>();

export function remember(route: Route): void {
  known.set(route.signature, route);
}

/** Undefined for what no request began: an import, a job, a command of the operator. */
export const routeOf = (signature: string): Route | undefined => known.get(signature);
