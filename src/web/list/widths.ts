/** How wide a reader may make a column, in pixels. */
export const narrowest = 56;
export const widest = 800;
/** What one press of a key or a button changes. */
export const widthStep = 24;

export const withinWidths = (width: number): number =>
  Math.round(Math.max(narrowest, Math.min(widest, width)));
