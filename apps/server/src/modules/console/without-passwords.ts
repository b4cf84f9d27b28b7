import { explainBytes, rowsOf } from '@busbar/device-protocol/frame/explain';

/** The frame as others may see it: digits of passwords are stars. */
export function withoutPasswords(bytes: Uint8Array): string {
  return rowsOf(explainBytes(bytes))
    .map(({ key, hex }) => (key === 'password' ? '*'.repeat(hex.length) : hex))
    .join('');
}
