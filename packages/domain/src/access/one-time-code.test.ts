import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  base32,
  codeOf,
  counterBytes,
  otpauthUri,
  readCode,
  readRecoveryCode,
  spanAt,
  spansAround,
} from './one-time-code.ts';

const KEY = Buffer.from('12345678901234567890');
const macAt = (seconds: number): Buffer =>
  createHmac('sha1', KEY)
    .update(counterBytes(spanAt(seconds * 1000)))
    .digest();

describe('one-time codes', () => {
  // Source: RFC 6238, appendix B, SHA1; the codes there have eight digits.
  it.each([
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ])('at %d s have the value %s', (seconds, code) => {
    expect(codeOf(macAt(seconds), 8)).toBe(code);
    expect(codeOf(macAt(seconds))).toBe(code.slice(2));
  });

  // RFC 4226, appendix D.
  it.each([
    [0, '755224'],
    [1, '287082'],
    [9, '520489'],
  ])('of time step %d have the value %s', (span, code) => {
    expect(codeOf(createHmac('sha1', KEY).update(counterBytes(span)).digest())).toBe(code);
  });

  it('are valid one time step early or late, and no further', () => {
    expect(spansAround(59_999)).toEqual([1, 0, 2]);
    expect(spansAround(60_000)).toEqual([2, 1, 3]);
    expect(spansAround(0)).toEqual([0, 1]);
  });

  it.each([
    ['123456', '123456'],
    [' 123 456 ', '123456'],
    ['１２３４５６', '123456'],
    ['12345', undefined],
    ['1234567', undefined],
    ['12345a', undefined],
    ['', undefined],
  ])('are parsed from %j as %j', (typed, code) => {
    expect(readCode(typed)).toBe(code);
  });
});

describe('authenticator keys', () => {
  // RFC 4648, section 10.
  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
    ['12345678901234567890', 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'],
  ])('encode %j as %j', (bytes, text) => {
    expect(base32(Buffer.from(bytes))).toBe(text);
  });

  it('are passed to the authenticator in a URI', () => {
    expect(otpauthUri('Busbar', 'li wei@hall', 'GEZDGNBV')).toBe(
      'otpauth://totp/Busbar:li%20wei%40hall?secret=GEZDGNBV&issuer=Busbar&algorithm=SHA1&digits=6&period=30',
    );
  });
});

describe('recovery codes', () => {
  it.each([
    ['abcde-fghij-k2345', 'abcdefghijk2345'],
    [' ABCDE fghij k2345', 'abcdefghijk2345'],
    ['123456', undefined],
    ['abcde-fghij', undefined],
    ['abcde-fghij-k234!', undefined],
  ])('are parsed from %j as %j', (typed, code) => {
    expect(readRecoveryCode(typed)).toBe(code);
  });
});
