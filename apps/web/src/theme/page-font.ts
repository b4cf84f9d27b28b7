/** The font of the page, for canvases, which do not resolve CSS variables. */
export function pageFont(): string {
  return getComputedStyle(document.documentElement).fontFamily || 'sans-serif';
}
