/**
 * Draws a row of tabs aside until the whole of one is seen, with its neighbours: they say that there are more. The page
 * stays where it is: `scrollIntoView` would move it, too, where the row lies below what is seen of it.
 */
export function drawAside(row: HTMLElement, tab: Element): void {
  const seen = row.getBoundingClientRect();
  const { left, right } = tab.getBoundingClientRect();
  if (left < seen.left || right > seen.right) row.scrollLeft += (left + right - seen.left - seen.right) / 2;
}
