/** Page that opens after the sign-in, chosen by each user of this browser. */
import { readSetting, writeSetting } from './stored-setting.ts';

const settingOf = (userId: number) => `start-page.${userId}`;

/** Returns null for the first page of the menu. */
export const startPage = (userId: number): string | null => readSetting(settingOf(userId));

export const setStartPage = (userId: number, path: string | null): void =>
  writeSetting(settingOf(userId), path);
