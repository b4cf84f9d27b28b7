/**
 * Published frames of DL/T 645-2007, by five independent authors: what they ask for, what they
 * answer, and those whose checksum is wrong.
 */

import { hexOf } from '@busbar/device-protocol/frame/hex';
import { describe, expect, it } from 'vitest';
import { bytesOf, dlt645Reply, frameOf, profileNamed, wordsOf } from '../../test/frames.ts';
import type { QuantityName } from '../profile.ts';
import { decodeBlock } from './decode-block.ts';
import { type ReadRequest, readPlanOf } from './read-plan.ts';

const METER = profileNamed('dlt645-2007-three-phase');
const PLAN = readPlanOf(METER, { leftOut: new Set() });

function requestFor(identifier: string): ReadRequest {
  const request = PLAN.find(({ block }) => block === identifier);
  if (request === undefined) throw new Error(`${identifier} is not read`);
  return request;
}

/** A frame without spaces, in lower case. */
const plain = (text: string) => hexOf(bytesOf(text));

/** The value in a reply whose data is given in the order of the wire, without 33H. */
function valueIn(identifier: string, data: readonly number[]) {
  return decodeBlock(METER, requestFor(identifier), data);
}

const S1 = '68 61 01 00 00 00 00 68';
const S2 = '68 37 03 00 92 81 39 68';
const S5 = '68 16 00 00 00 15 20 68';

describe('requests of DL/T 645', () => {
  it.each([
    ['00010000', '000000000161', `${S1} 11 04 33 33 34 33 14 16`],
    ['02010100', '000000000161', `${S1} 11 04 33 34 34 35 17 16`],
    ['02020100', '000000000161', `${S1} 11 04 33 34 35 35 18 16`],
    ['00010000', '398192000337', `${S2} 11 04 33 33 34 33 38 16`],
    ['00010000', '000000000001', '68 01 00 00 00 00 00 68 11 04 33 33 34 33 B3 16'],
    ['02010100', '123456789012', '68 12 90 78 56 34 12 68 11 04 33 34 34 35 6B 16'],
    ['00000000', '001234567890', '68 90 78 56 34 12 00 68 11 04 33 33 33 33 55 16'],
    ['02010100', '000012345678', '68 78 56 34 12 00 00 68 11 04 33 34 34 35 C9 16'],
    ['02030000', '201500000016', `${S5} 11 04 33 33 36 35 01 16`],
    ['02060000', '201500000016', `${S5} 11 04 33 33 39 35 04 16`],
    ['02010100', '201500000016', `${S5} 11 04 33 34 34 35 00 16`],
    ['02020100', '201500000016', `${S5} 11 04 33 34 35 35 01 16`],
    ['00010000', '201500000016', `${S5} 11 04 33 33 34 33 FD 16`],
    ['00010000', 'AAAAAAAAAAAA', '68 AA AA AA AA AA AA 68 11 04 33 33 34 33 AE 16'],
  ])('for %s of %s are those of the sources', (identifier, address, frame) => {
    expect(frameOf(requestFor(identifier), address)).toBe(plain(frame));
  });

  it('correct the published one for the frequency, whose checksum is wrong', () => {
    const published = `${S5} 11 04 35 33 B3 35 85 16`;
    expect(frameOf(requestFor('02800002'), '201500000016')).toBe(
      plain(published.replace('85 16', '80 16')),
    );
  });

  it('are none for what the platform has no name for, such as the maximum demand', () => {
    expect(PLAN.some(({ block }) => block === '01010000')).toBe(false);
    expect(
      frameOf({ block: '', read: { identifier: '01010000' }, from: 0, count: 8 }, '201500000016'),
    ).toBe(plain(`${S5} 11 04 33 33 34 34 FE 16`));
  });

  it('have an identifier of four bytes, not two as in the standard of 1997', () => {
    for (const request of PLAN) {
      expect(frameOf(request, '000123456767')).not.toBe(
        plain('68 67 45 23 01 00 00 68 11 02 44 E9 E0 16'),
      );
    }
  });
});

describe('replies of DL/T 645', () => {
  it.each<[QuantityName, string, string, number]>([
    ['activeImport', '00010000', `${S1} 91 08 33 33 34 33 59 33 33 33 8A 16`, 0.26],
    ['activeExport', '00020000', `${S1} 91 08 33 33 35 33 59 34 33 33 8C 16`, 1.26],
    ['reactiveImport', '00030000', `${S1} 91 08 33 33 36 33 59 33 34 33 8D 16`, 100.26],
    ['reactiveExport', '00040000', `${S1} 91 08 33 33 37 33 56 33 34 33 8B 16`, 100.23],
    ['voltageA', '02010100', `${S1} 91 06 33 34 34 35 34 43 10 16`, 100.1],
    ['activeImport', '00010000', `${S2} 91 08 33 33 34 33 37 33 33 33 8C 16`, 0.04],
    ['activeImport', '00010000', `${S2} 91 08 33 33 34 33 3A 33 33 33 8F 16`, 0.07],
    [
      'activeImport',
      '00010000',
      '68 01 00 00 00 00 00 68 91 08 33 33 34 33 AB 89 67 45 17 16',
      123_456.78,
    ],
  ])('contain %s (%s): %s', (quantity, identifier, frame, expected) => {
    const request = requestFor(identifier);
    expect(decodeBlock(METER, request, wordsOf(dlt645Reply(request, frame)))).toEqual({
      [quantity]: expected,
    });
  });

  it('contain the sign in the highest bit of the last byte of current and power', () => {
    expect(valueIn('02020100', [0x00, 0x15, 0x80])).toEqual({ currentA: -1.5 });
    expect(valueIn('02020100', [0x00, 0x15, 0x00])).toEqual({ currentA: 1.5 });
    expect(valueIn('02030000', [0x34, 0x12, 0x85])).toEqual({ activePower: -5.1234 });
    expect(valueIn('02060000', [0x00, 0x90])).toEqual({ powerFactor: -1 });
  });

  it('contain a voltage of two bytes; one of three is refused, not read as another voltage', () => {
    expect(valueIn('02010100', [0x05, 0x22])).toEqual({ voltageA: 220.5 });
    expect(valueIn('02010100', [0x05, 0x22, 0x00])).toBeUndefined();
  });

  it('contain no value if the digits are not decimal', () => {
    expect(valueIn('02010200', [0xff, 0xff])).toEqual({ voltageB: undefined });
    expect(valueIn('02020200', [0xff, 0xff, 0xff])).toEqual({ currentB: undefined });
    expect(valueIn('00020000', [0xee, 0xee, 0xee, 0xee])).toEqual({ activeExport: undefined });
  });

  it('contain the error of the meter', () => {
    const refused = '68 01 00 00 00 00 00 68 D1 01 36 D9 16';
    expect(dlt645Reply(requestFor('00020000'), refused)).toEqual({ exception: 3 });
  });

  it.each([
    ['whose checksum is wrong', '00010000', '68 75 67 12 66 88 00 68 11 04 33 33 34 33 C6 16'],
    [
      'whose checksum is wrong',
      '00010000',
      '68 75 67 12 66 88 00 68 91 08 33 33 34 33 A4 56 79 38 F5 16',
    ],
    ['whose checksum is wrong', '02010100', `${S2} 91 06 33 34 34 35 C7 56 B6 16`],
    ['with another identifier', '00020000', `${S1} 91 08 33 33 34 33 59 33 33 33 8A 16`],
    ['which is the request itself', '00010000', `${S1} 11 04 33 33 34 33 14 16`],
    [
      'which is to the reading of the address',
      '00010000',
      'FE FE FE 68 AA AA AA AA AA AA 68 13 00 DF 16',
    ],
  ])('are not read from a frame %s', (_, identifier, frame) => {
    expect(dlt645Reply(requestFor(identifier), frame)).toBeUndefined();
  });
});
