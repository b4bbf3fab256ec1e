/** Where the lists of a run stand on its page: under its figures, and on a phone far below them. */
export const listsId = 'lists';

/** What has been asked for is shown, and the keyboard goes on from there. */
export function goToLists(event: { ctrlKey: boolean; metaKey: boolean; shiftKey: boolean }): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  const lists = document.querySelector<HTMLElement>(`#${listsId}`);
  lists?.focus({ preventScroll: true });
  lists?.scrollIntoView({ block: 'start' });
}
