/** Requests that write or broadcast, and what the answers to them mean. */
import { isAnswer } from '@busbar/domain/line/expectation';
import { SLAVE_REFUSALS } from '@busbar/domain/line/line-frame';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesOf, hex, PROTOCOLS, type Protocol } from '../../test/line-streams.ts';
import { crc16 } from '../frame/check-sum.ts';
import { dateIn, readDate, readTime, timeIn } from './dlt645-clock.ts';
import { broadcastClock, readData, readFollowing } from './dlt645-exchanges.ts';
import { DLT645_FORMAT } from './dlt645-format.ts';
import {
  isCarriedOut,
  readRelay,
  relayIn,
  switchRelay,
  withoutCredentials,
} from './dlt645-switch.ts';
import { FrameCutter } from './frame-cutter.ts';
import { readBit, readRegisters, writeCoil, writeRegisters } from './modbus-exchanges.ts';
import { MODBUS_FORMAT } from './modbus-format.ts';
import { dlt645Refusal, modbusRefusal } from './slave-refusals.ts';

const cutFrame = (format: typeof DLT645_FORMAT, text: string | Uint8Array) => {
  const cutter = new FrameCutter({ format, heartbeat: new Uint8Array(), gapMs: 500 });
  const [frame] = cutter.receive(typeof text === 'string' ? bytesOf(text) : text, 0);
  if (frame === undefined) throw new Error(`no frame: ${text}`);
  return frame;
};

function withCrc(bytes: readonly number[]): Uint8Array {
  const crc = crc16(Uint8Array.from(bytes), 0, bytes.length);
  return Uint8Array.of(...bytes, crc & 0xff, crc >> 8);
}

const UNTIL = { year: 2026, month: 11, day: 29, hour: 7, minute: 5, second: 9 };
const CREDENTIALS = { level: 2, password: '123456', operator: '00000042' };

describe('relay of a DL/T 645 meter', () => {
  it.each([
    ['open', '1a'],
    ['allow-close', '1b'],
    ['close', '1c'],
  ] as const)('is sent the command %s with password, operator and expiry', (command, code) => {
    const { bytes } = switchRelay('161', command, CREDENTIALS, UNTIL);
    const { slave, fn, data } = cutFrame(DLT645_FORMAT, bytes);
    expect([slave, fn]).toEqual(['000000000161', 0x1c]);
    expect(hex(data)).toBe(`02 56 34 12 42 00 00 00 ${code} 00 09 05 07 29 11 26`);
  });

  it('accepts with an empty answer or refuses', () => {
    const { expects } = switchRelay('161', 'open', CREDENTIALS, UNTIL);
    const accepted = cutFrame(DLT645_FORMAT, '68 61 01 00 00 00 00 68 9c 00 ce 16');
    expect(isAnswer(accepted, expects!)).toBe(true);
    const refused = cutFrame(DLT645_FORMAT, '68 61 01 00 00 00 00 68 dc 01 37 46 16');
    expect(refused.refusal).toBe('not-authorised');
    expect(isAnswer(refused, expects!)).toBe(true);
  });

  it.each([
    ['33', true, false, ['allow-close', 'close']],
    ['83', false, true, ['open']],
    ['43', false, false, ['open', 'allow-close']],
    ['73', true, true, ['close']],
  ])('reports its state as %s', (low, isClosed, isCommandedOpen, carriedOut) => {
    const body = [...bytesOf(`68 61 01 00 00 00 00 68 91 06 36 38 33 37 ${low} 33`)];
    const sum = body.reduce((total, byte) => total + byte, 0) % 256;
    const frame = cutFrame(DLT645_FORMAT, Uint8Array.of(...body, sum, 0x16));
    expect(isAnswer(frame, readRelay('161').expects!)).toBe(true);
    const state = relayIn(frame);
    expect(state).toEqual({ isClosed, isCommandedOpen });
    const commands = ['open', 'allow-close', 'close'] as const;
    expect(commands.filter((command) => isCarriedOut(command, state))).toEqual(carriedOut);
  });

  it('is shown without password and operator, as a whole frame', () => {
    const { bytes } = switchRelay('161', 'open', CREDENTIALS, UNTIL);
    const { data } = cutFrame(DLT645_FORMAT, withoutCredentials(bytes));
    expect(hex(data)).toBe('02 00 00 00 00 00 00 00 1a 00 09 05 07 29 11 26');
    const woken = Uint8Array.of(0xfe, 0xfe, ...bytes);
    expect(cutFrame(DLT645_FORMAT, withoutCredentials(woken)).data).toEqual(data);
  });

  it.each([
    ['a request to read', readRelay('161').bytes],
    ['the answer of a meter', bytesOf('68 61 01 00 00 00 00 68 9c 00 ce 16')],
    ['no frame', Uint8Array.of(1, 2, 3)],
  ])('is shown unchanged: %s', (_, bytes) => {
    expect(withoutCredentials(bytes)).toBe(bytes);
  });

  it.each([
    [{ ...CREDENTIALS, password: '12345' }],
    [{ ...CREDENTIALS, operator: '1234567a' }],
    [{ ...CREDENTIALS, level: 10 }],
  ])('is sent no command with invalid credentials %j', (credentials) => {
    expect(() => switchRelay('161', 'open', credentials, UNTIL)).toThrow(RangeError);
  });
});

describe('clock of a DL/T 645 meter', () => {
  /** An answer with these data bytes after the identifier. */
  const answer = (identifier: string, value: string) => {
    const data = [...bytesOf(identifier), ...bytesOf(value)];
    const body = [...bytesOf('68 61 01 00 00 00 00 68 91'), data.length];
    for (const byte of data) body.push((byte + 0x33) & 0xff);
    const sum = body.reduce((total, byte) => (total + byte) & 0xff, 0);
    return cutFrame(DLT645_FORMAT, Uint8Array.of(...body, sum, 0x16));
  };

  it('has a date with the day of the week, and a time', () => {
    const date = answer('01 01 00 04', '00 29 11 26');
    expect(isAnswer(date, readDate('161').expects!)).toBe(true);
    expect(dateIn(date)).toEqual({ year: 2026, month: 11, day: 29 });
    const time = answer('02 01 00 04', '09 05 23');
    expect(isAnswer(time, readTime('161').expects!)).toBe(true);
    expect(timeIn(time)).toEqual({ hour: 23, minute: 5, second: 9 });
  });

  it.each([
    ['00 ff ff ff', 'no digits'],
    ['00 00 00 00', 'no day'],
    ['00 31 11 26', 'a day that the month does not have'],
  ])('has no date if it sends %s: %s', (value) => {
    expect(dateIn(answer('01 01 00 04', value))).toBeUndefined();
  });

  it.each(['ff ff ff', '60 00 00', '00 60 00', '00 00 24', '0a 00 00'])(
    'has no time if it sends %s',
    (value) => {
      expect(timeIn(answer('02 01 00 04', value))).toBeUndefined();
    },
  );
});

describe('other DL/T 645 requests', () => {
  it('broadcast the clock without an answer', () => {
    const { bytes, expects } = broadcastClock(UNTIL);
    expect(expects).toBeNull();
    expect(hex(bytes.subarray(0, 10))).toBe('68 99 99 99 99 99 99 68 08 06');
    expect(hex(cutFrame(DLT645_FORMAT, bytes).data)).toBe('09 05 07 29 11 26');
  });

  it('read blocks of unknown length and the frames that follow', () => {
    expect(readData('1', 0x0001ff00).expects).toMatchObject({ length: undefined, maxBytes: 212 });
    const { data, fn } = cutFrame(DLT645_FORMAT, readFollowing('1', 0x0001ff00, 2).bytes);
    expect([fn, hex(data)]).toEqual([0x12, '00 ff 01 00 02']);
  });
});

describe('units of Modbus TCP', () => {
  it.each([0, 255])('%i is no broadcast: its device answers', (unit) => {
    const reading = readRegisters({ unit }, 1, 2);
    expect(reading.expects).toMatchObject({ slave: String(unit), fn: 3, length: 4 });
    expect([...reading.bytes.subarray(0, 6)]).toEqual([unit, 3, 0, 1, 0, 2]);
    for (const { expects } of [writeCoil({ unit }, 0, true), writeRegisters({ unit }, 0, [1])]) {
      expect(expects).toMatchObject({ slave: String(unit) });
    }
    expect(readBit({ unit }, 0, 'input').expects).toMatchObject({ slave: String(unit) });
  });

  it.each([-1, 256, 1.5])('%d is none', (unit) => {
    expect(() => readRegisters({ unit }, 1, 2)).toThrow(RangeError);
  });

  it('are not addresses of a serial line', () => {
    expect(() => readRegisters(0, 1, 2)).toThrow(RangeError);
    expect(() => readRegisters(255, 1, 2)).toThrow(RangeError);
    expect(writeCoil(0, 0, true).expects).toBeNull();
  });
});

describe('Modbus writes', () => {
  it.each([
    ['a coil', writeCoil(17, 0xac, true), '11 05 00 ac ff 00 4e 8b', '11 05 00 ac ff 00 4e 8b'],
    [
      'a register',
      writeRegisters(17, 1, [3]),
      '11 06 00 01 00 03 9a 9b',
      '11 06 00 01 00 03 9a 9b',
    ],
    [
      'a register by the function for several',
      writeRegisters(17, 1, [0x0a], true),
      '11 10 00 01 00 01 02 00 0a ea 46',
      '11 10 00 01 00 01 52 99',
    ],
    [
      'registers',
      writeRegisters(17, 1, [0x0a, 0x102]),
      '11 10 00 01 00 02 04 00 0a 01 02 c6 f0',
      '11 10 00 01 00 02 12 98',
    ],
  ])('of %s are answered by their address', (_case, { bytes, expects }, request, answer) => {
    expect(hex(bytes)).toBe(request);
    const frame = cutFrame(MODBUS_FORMAT, answer);
    expect(isAnswer(frame, expects!)).toBe(true);
    expect(isAnswer({ ...frame, data: Uint8Array.of(0, 9, 0, 9) }, expects!)).toBe(false);
  });

  it.each([
    ['coil', 1],
    ['input', 2],
  ] as const)('are read back as a %s', (kind, fn) => {
    const { bytes, expects } = readBit(17, 0xac, kind);
    expect([...bytes.subarray(0, 6)]).toEqual([17, fn, 0, 0xac, 0, 1]);
    const frame = cutFrame(MODBUS_FORMAT, withCrc([17, fn, 1, 1]));
    expect(isAnswer(frame, expects!)).toBe(true);
    expect([...frame.data]).toEqual([1]);
    expect(isAnswer(cutFrame(MODBUS_FORMAT, withCrc([17, fn, 2, 1, 0])), expects!)).toBe(false);
  });

  it('to all slaves have no answer', () => {
    expect(writeCoil(0, 1, false).expects).toBeNull();
  });

  it.each([
    () => readRegisters(0, 0, 1),
    () => readRegisters(248, 0, 1),
    () => readRegisters(1, 0, 126),
    () => readRegisters(1, 65_535, 2),
    () => writeRegisters(1, 0, []),
    () => writeRegisters(1, 0, [65_536]),
  ])('outside the ranges are refused: %s', (build) => {
    expect(build).toThrow(RangeError);
  });
});

describe('refusals', () => {
  it.each([
    [0x01, 'other'],
    [0x02, 'no-such-data'],
    [0x03, 'no-such-data'],
    [0x04, 'not-authorised'],
    [0x05, 'not-authorised'],
    [0x08, 'rate-fixed'],
    [0x10, 'too-many-zones'],
    [0x20, 'too-many-switch-points'],
    [0x40, 'too-many-tariffs'],
    [0x00, 'other'],
  ])('of the error word %i have a reason', (error, reason) => {
    expect(dlt645Refusal(error)).toBe(reason);
  });

  it('have a reason of the list for every code', () => {
    for (let code = 0; code < 256; code++) {
      expect(SLAVE_REFUSALS).toContain(modbusRefusal(code));
      expect(SLAVE_REFUSALS).toContain(dlt645Refusal(code));
    }
    expect(modbusRefusal(2)).toBe('no-such-data');
  });

  it('are cut with their function', () => {
    const frame = cutFrame(MODBUS_FORMAT, '0a 81 02 b0 53');
    expect(frame).toMatchObject({ slave: '10', fn: 1, refusal: 'no-such-data' });
  });
});

describe.each(PROTOCOLS)('answers of two slaves in $name', ({ format, frame }: Protocol) => {
  it('are never attributed to the other', () => {
    fc.assert(
      fc.property(fc.array(frame, { minLength: 2, maxLength: 6 }), (sent) => {
        const cutter = new FrameCutter({ format, heartbeat: new Uint8Array(), gapMs: 500 });
        const frames = cutter.receive(Uint8Array.from(sent.flatMap((bytes) => [...bytes])), 0);
        for (const one of frames) {
          const { slave, fn, data } = one;
          const expects = { slave, fn, prefix: data, length: data.length, maxBytes: 256 };
          for (const other of frames) {
            if (isAnswer(other, expects)) expect(other.slave).toBe(slave);
          }
          expect(isAnswer(one, expects)).toBe(true);
        }
      }),
    );
  });
});
