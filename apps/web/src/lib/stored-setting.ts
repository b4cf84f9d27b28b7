/**
 * Settings of this browser (localStorage). If the storage is full or denied, the setting is lost
 * but the page works.
 */

const PREFIX = 'busbar.';

/** Setting with names of devices, which is deleted when a session ends. */
export const RECENT_SETTING = 'palette-recent';

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
    // Storage is full or denied: the setting applies only to this page.
  }
}
