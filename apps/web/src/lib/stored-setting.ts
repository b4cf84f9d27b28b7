/** Settings of this browser (localStorage). A full or forbidden storage costs the setting, not the page. */

const PREFIX = 'busbar.';

export function readSetting(name: string): string | null {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

export function writeSetting(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, value);
  } catch {
    // Storage is full or refused: the choice holds for this page only.
  }
}
