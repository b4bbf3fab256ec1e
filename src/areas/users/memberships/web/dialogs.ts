/** The acts on a person's groups, fetched when first asked for. */
import { later } from '#web/ui/later.tsx';

export const AddToGroups = later(async () => (await import('./AddToGroups.tsx')).AddToGroups);

export const TakeFromGroups = later(async () => (await import('./TakeFromGroups.tsx')).TakeFromGroups);
