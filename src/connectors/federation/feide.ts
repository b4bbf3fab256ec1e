/** Feide's own words (domain.md §2; docs.feide.no). */

/** Two factors. Higher levels of the same series count as well. */
export const strongLevel = 'urn:mace:feide.no:auth:level:fad08:3';

export const isStrongLevel = (acr: unknown): boolean =>
  typeof acr === 'string' && /^urn:mace:feide\.no:auth:level:fad08:[34]$/.test(acr);

/** The national number is not asked for: the portal does not need it to sign anyone in. */
export const scope = 'openid userid-feide';

export const claims = {
  principalName: 'https://n.feide.no/claims/eduPersonPrincipalName',
  userIds: 'https://n.feide.no/claims/userid_sec',
} as const;

/** eduPersonPrincipalName, or the older `feide:user@realm` among the user ids. */
export function principalNameOf(userInfo: Record<string, unknown>): string | undefined {
  const name = userInfo[claims.principalName];
  if (typeof name === 'string') return name;
  const ids: unknown = userInfo[claims.userIds];
  if (!Array.isArray(ids)) return undefined;
  const feide: unknown = ids.find((id) => typeof id === 'string' && id.startsWith('feide:'));
  return typeof feide === 'string' ? feide.slice('feide:'.length) : undefined;
}
