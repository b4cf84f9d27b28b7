import { describe, expect, it } from 'vitest';
import { sum8 } from '../check-sum.ts';
import { encodeFrame } from '../encode-frame.ts';
import { hexOf, readHex } from '../hex.ts';
import {
  missingPasswords,
  withoutPasswords,
  withPasswords,
  withPasswordsOf,
} from './frame-passwords.ts';

function frame(commandCode: string, data: string): Uint8Array {
  const encoded = encodeFrame({ address: '1', commandCode, data, version: 1 });
  if (!encoded.ok) throw new Error('no frame');
  return encoded.value;
}
/** Opens the breaker with password 123456 at level 02, which is sent low byte first. */
const TRIP = frame('1C', '0256341244332211' + '1a00' + '595923311226');
/** Changes the password from 123456 to 654321. */
const CHANGE = frame('18', '010c00040256341202214365');
const READ = frame('11', '00000100');

describe('passwords in frames', () => {
  it('are stored as asterisks, and the frame can be restored with them', () => {
    const masked = withoutPasswords(TRIP);
    expect(masked).toHaveLength(hexOf(TRIP).length);
    expect(masked).not.toContain('896745');
    expect(missingPasswords(masked)).toBe(1);
    expect(withPasswords(masked, ['123456'])).toBe(hexOf(TRIP));
  });

  it('occur twice in a frame that changes the password', () => {
    const masked = withoutPasswords(CHANGE);
    expect(missingPasswords(masked)).toBe(2);
    expect(withPasswords(masked, ['123456', '654321'])).toBe(hexOf(CHANGE));
  });

  it('change the checksum of the frame if they differ from the original', () => {
    const other = readHex(withPasswords(withoutPasswords(TRIP), ['000000'])!);
    expect(other.ok && withoutPasswords(other.bytes)).toHaveLength(hexOf(TRIP).length);
    expect(other.ok && hexOf(other.bytes)).toBe(
      hexOf(frame('1C', '0200000044332211' + '1a00' + '595923311226')),
    );
  });

  it.each([
    ['one missing', CHANGE, ['123456']],
    ['letters', TRIP, ['12345a']],
    ['too short a password', TRIP, ['12345']],
  ])('are rejected: %s', (_, sent, passwords) => {
    expect(withPasswords(withoutPasswords(sent), passwords)).toBeUndefined();
  });

  it('leave a frame without passwords unchanged', () => {
    expect(withoutPasswords(READ)).toBe(hexOf(READ));
    expect(missingPasswords(hexOf(READ))).toBe(0);
    expect(withPasswordsOf('68', READ)).toBe('68');
  });

  it('are inserted into the reply to a password change', () => {
    const reply = frame('18', '02214365');
    reply[8] = 0x98;
    reply[reply.length - 2] = sum8(reply, 0, reply.length - 2);
    expect(withoutPasswords(reply)).toContain('******');
    expect(withPasswordsOf(withoutPasswords(reply), CHANGE)).toBe(hexOf(reply));
  });
});
