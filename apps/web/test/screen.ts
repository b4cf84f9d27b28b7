/** The simulated screen width and dark colour scheme, which media queries match. */
let width = 1280;
let isDarkWished = false;
const watched = new Set<{ query: string; listeners: Set<() => void>; matches: boolean }>();

export function setScreenWidth(next: number): void {
  width = next;
  notifyListeners();
}

/** Calls `between` after the change and before the listeners, like a page that draws just then. */
export function setDarkWished(next: boolean, between: () => void = () => undefined): void {
  isDarkWished = next;
  between();
  notifyListeners();
}

export function stubMatchMedia(): void {
  window.matchMedia = (query: string) => {
    const entry = { query, listeners: new Set<() => void>(), matches: holds(query) };
    watched.add(entry);
    return {
      media: query,
      // As in Chromium, a list that was read after a change does not report that change.
      get matches() {
        entry.matches = holds(query);
        return entry.matches;
      },
      onchange: null,
      addEventListener: (_: string, listener: () => void) => entry.listeners.add(listener),
      removeEventListener: (_: string, listener: () => void) => entry.listeners.delete(listener),
      addListener: (listener: () => void) => entry.listeners.add(listener),
      removeListener: (listener: () => void) => entry.listeners.delete(listener),
      dispatchEvent: () => false,
    } as unknown as MediaQueryList;
  };
}

function notifyListeners(): void {
  for (const entry of watched) {
    const matches = holds(entry.query);
    if (matches === entry.matches) continue;
    entry.matches = matches;
    for (const listener of [...entry.listeners]) listener();
  }
}

function holds(query: string): boolean {
  if (query.includes('prefers-color-scheme: dark')) return isDarkWished;
  const most = /max-width:\s*([\d.]+)px/.exec(query);
  const least = /min-width:\s*([\d.]+)px/.exec(query);
  if (most === null && least === null) return false;
  return (
    (most === null || width <= Number(most[1])) && (least === null || width >= Number(least[1]))
  );
}
