/** The acts on a person's groups, fetched when first asked for. */
import { lazy } from 'react';

export const AddToGroups = lazy(async () => ({ default: (await import('./AddToGroups.tsx')).AddToGroups }));

export const TakeFromGroups = lazy(async () => ({
  default: (await import('./TakeFromGroups.tsx')).TakeFromGroups,
}));
