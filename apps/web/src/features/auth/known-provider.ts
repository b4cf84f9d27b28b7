/**
 * The provider through which a user of this browser has signed in, so that the sign-in page can
 * offer it. It contains no name of a user and authorizes nothing.
 */
import { readSetting, writeSetting } from '../../lib/stored-setting.ts';

const SETTING = 'sso-provider';

export interface KnownProvider {
  /** Last part of the sign-in address. */
  readonly address: string;
  readonly name: string;
}

export function knownProvider(): KnownProvider | null {
  try {
    const { address, name } = JSON.parse(readSetting(SETTING) ?? 'null') as Partial<KnownProvider>;
    return typeof address === 'string' && typeof name === 'string' ? { address, name } : null;
  } catch {
    // Nothing is stored, or another version stored it.
    return null;
  }
}

export const rememberProvider = (provider: KnownProvider): void =>
  writeSetting(SETTING, JSON.stringify(provider));

export const forgetProvider = (): void => writeSetting(SETTING, null);
