/**
 * Takes the page over to the colour that was just saved; other pages take it when they are next opened. The old sheet
 * stays until the new one has come, so that nothing stands without colours in between.
 */
export function showTheme(version: string): void {
  const old = document.querySelector<HTMLLinkElement>('link[rel="stylesheet"][href^="/theme.css"]');
  const next = document.createElement('link');
  next.rel = 'stylesheet';
  next.href = `/theme.css?version=${encodeURIComponent(version)}`;
  next.addEventListener('load', () => old?.remove(), { once: true });
  document.head.append(next);
}
