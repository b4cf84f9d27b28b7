/**
 * What the user chose last in the command palette. It is stored with the user, so that no one else
 * sees it in the same browser, and deleted when a session ends.
 */
import { RECENT_SETTING, readSetting, writeSetting } from '../../../lib/stored-setting.ts';

const MAX_RECENTS = 5;

export interface RecentDevice {
  readonly code: string;
  readonly name: string;
  readonly groupName: string;
  /** Tab of the device page. */
  readonly tab: string;
}

/** `key`: of the entry. A page has only a key, because its name follows the language. */
export interface Recent {
  readonly key: string;
  readonly device?: RecentDevice;
}

export function readRecents(userId: number): readonly Recent[] {
  try {
    const stored = JSON.parse(readSetting(RECENT_SETTING) ?? '{}') as Partial<StoredRecents>;
    return stored.userId === userId ? (stored.recents ?? []).filter(isRecent) : [];
  } catch {
    // The setting was not written by this version.
    return [];
  }
}

export function addRecent(userId: number, recent: Recent): void {
  const others = readRecents(userId).filter(({ key }) => key !== recent.key);
  const recents = [recent, ...others].slice(0, MAX_RECENTS);
  writeSetting(RECENT_SETTING, JSON.stringify({ userId, recents } satisfies StoredRecents));
}

interface StoredRecents {
  userId: number;
  recents: readonly Recent[];
}

function isRecent(value: unknown): value is Recent {
  const { key, device } = (value ?? {}) as Partial<Recent>;
  if (typeof key !== 'string') return false;
  if (device === undefined) return true;
  return [device?.code, device?.name, device?.groupName, device?.tab].every(
    (text) => typeof text === 'string',
  );
}
