/** Boxes and radio buttons take no letters. */
const typed = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [role="dialog"]';

/** Whether a key press belongs to a field or an open overlay, so that single-key shortcuts leave it alone. */
export function isTypingTarget({ target }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest(typed) !== null;
}
