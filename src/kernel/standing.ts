/**
 * Areas that will fill columns, filters and facts which other areas' lists and cards have already. The contract keeps those;
 * the screens and files offer them when the area stands. An area that comes adds its name to `standing`, and nothing else.
 */
export const fillingAreas = ['teams', 'chat', 'print', 'tablets'] as const;
export type FillingArea = (typeof fillingAreas)[number];

const standing: ReadonlySet<FillingArea> = new Set<FillingArea>([]);

/** True for what no such area fills. */
export const stands = (area: FillingArea | undefined): boolean => area === undefined || standing.has(area);
