/** The device that this user chose last in this browser, for addresses that name none. */
import { currentSession } from '../../lib/session/session.ts';
import { readSetting, writeSetting } from '../../lib/stored-setting.ts';

const settingName = () => `last-device.${currentSession()?.user.user_id ?? 0}`;

export function lastDevice(): string | undefined {
  return readSetting(settingName()) ?? undefined;
}

/** Null forgets the device, for example because it no longer exists. */
export function rememberDevice(code: string | null): void {
  writeSetting(settingName(), code);
}
