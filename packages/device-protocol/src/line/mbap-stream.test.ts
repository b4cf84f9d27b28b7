/** Frames of Modbus TCP in streams that are split, joined, damaged, or answer something else. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesOf, hex, join } from '../../test/line-streams.ts';
import { MbapStream } from './mbap-stream.ts';
import { readRegisters, writeCoil } from './modbus-exchanges.ts';

/** Reads registers 0 and 1 of unit 17; the transaction id of the first request is 1. */
const READ = readRegisters(17, 0, 2).bytes;
const ANSWER = bytesOf('0001 0000 0007 11 03 04 0102 0304');

function started(requests: readonly Uint8Array[] = [READ]): MbapStream {
  const stream = new MbapStream();
  for (const request of requests) stream.sent(request);
  return stream;
}
const sum = ({ discarded }: MbapStream) =>
  Object.values(discarded).reduce((total, count) => total + count, 0);

describe('a request of Modbus TCP', () => {
  it('has the header of the specification instead of a checksum', () => {
    expect(hex(new MbapStream().sent(READ))).toBe('00 01 00 00 00 06 11 03 00 00 00 02');
    const write = writeCoil(5, 0x0a, true).bytes;
    expect(hex(new MbapStream().sent(write))).toBe('00 01 00 00 00 06 05 05 00 0a ff 00');
  });

  it('has a transaction id that the requests before it do not have', () => {
    const stream = new MbapStream();
    const ids = Array.from({ length: 65_536 }, () => hex(stream.sent(READ).subarray(0, 2)));
    expect(new Set(ids.slice(0, 65_535)).size).toBe(65_535);
    expect(ids[65_535]).toBe(ids[0]);
  });
});

describe('an answer of Modbus TCP', () => {
  it('becomes the RTU frame of its unit', () => {
    const [frame] = started().receive(ANSWER);
    expect(frame).toMatchObject({ slave: '17', fn: 3, direction: 'reply', refusal: undefined });
    expect(hex(frame!.data)).toBe('01 02 03 04');
    expect(hex(frame!.bytes.subarray(0, -2))).toBe('11 03 04 01 02 03 04');
  });

  it('is the same however the stream is split', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 13 }), { minLength: 1 }), (sizes) => {
        const stream = started();
        const frames = [];
        for (let from = 0, part = 0; from < ANSWER.length; part++) {
          const size = sizes[part % sizes.length]!;
          frames.push(...stream.receive(ANSWER.subarray(from, from + size)));
          from += size;
        }
        expect(frames.map(({ data }) => hex(data))).toEqual(['01 02 03 04']);
        expect(sum(stream)).toBe(0);
      }),
    );
  });

  it('is found in one segment with an answer of another transaction, on either side', () => {
    const other = bytesOf('0009 0000 0007 11 03 04 0505 0505');
    for (const segment of [join(other, ANSWER), join(ANSWER, other)]) {
      const stream = started();
      expect(stream.receive(segment).map(({ data }) => hex(data))).toEqual(['01 02 03 04']);
      expect(stream.discarded.late).toBe(other.length);
    }
  });

  it('is an exception with its reason', () => {
    const [frame] = started().receive(bytesOf('0001 0000 0003 11 83 02'));
    expect(frame).toMatchObject({ slave: '17', fn: 3, refusal: 'no-such-data' });
    expect(hex(frame!.data)).toBe('02');
  });

  it('to a write repeats its content and is no echo', () => {
    const stream = started([writeCoil(5, 0x0a, true).bytes]);
    const [frame] = stream.receive(bytesOf('0001 0000 0006 05 05 000a ff00'));
    expect(frame).toMatchObject({ slave: '5', fn: 5, direction: 'reply' });
    expect(hex(frame!.data)).toBe('00 0a ff 00');
  });

  it.each([
    ['an earlier transaction', [READ, READ], ANSWER],
    ['a transaction that was not sent', [READ], bytesOf('0002 0000 0007 11 03 04 0102 0304')],
    ['a transaction before the first request', [], ANSWER],
  ])('to %s is discarded as late', (_, requests, bytes) => {
    const stream = started(requests);
    expect(stream.receive(bytes)).toEqual([]);
    expect(stream.discarded.late).toBe(bytes.length);
    expect(stream.isBroken).toBe(false);
  });

  it('is used once', () => {
    const stream = started();
    expect(stream.receive(join(ANSWER, ANSWER))).toHaveLength(1);
    expect(stream.discarded.late).toBe(ANSWER.length);
  });

  it.each([
    ['a byte count that its length does not have', '0001 0000 0007 11 03 06 0102 0304'],
    ['more bytes than its byte count', '0001 0000 0008 11 03 04 0102 0304 05'],
    ['an unknown function', '0001 0000 0005 11 2b 0e 01 01'],
    ['an odd number of bytes of registers', '0001 0000 0006 11 03 03 010203'],
  ])('with %s is discarded, and the right one after it is used', (_, text) => {
    const stream = started();
    const wrong = bytesOf(text);
    expect(stream.receive(join(wrong, ANSWER))).toHaveLength(1);
    expect(stream.discarded['wrong-check']).toBe(wrong.length);
  });
});

describe('a stream of Modbus TCP', () => {
  it.each([
    ['another protocol id', '0001 0001 0007 11 03 04 0102 0304'],
    ['a length below three', '0001 0000 0002 11 03'],
    ['a length above 254', '0001 0000 00ff 11 03 04'],
    ['a heartbeat', '4842 4842 4842'],
  ])('is broken by %s: no frame is found after it', (_, text) => {
    const stream = started();
    const wrong = bytesOf(text);
    expect(stream.receive(join(wrong, ANSWER))).toEqual([]);
    expect(stream.isBroken).toBe(true);
    expect(stream.receive(ANSWER)).toEqual([]);
    expect(stream.discarded.noise).toBe(wrong.length + 2 * ANSWER.length);
  });

  it('is broken as soon as the protocol id is known', () => {
    const stream = started();
    expect(stream.receive(bytesOf('0001 00'))).toEqual([]);
    expect(stream.isBroken).toBe(false);
    stream.receive(bytesOf('01'));
    expect(stream.isBroken).toBe(true);
  });

  it('retains no more than one incomplete frame for any bytes', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 400 }), { maxLength: 10 }), (parts) => {
        const stream = started();
        const frames = parts.flatMap((part) => stream.receive(part));
        const total = parts.reduce((all, part) => all + part.length, 0);
        const used = frames.reduce((all, { bytes }) => all + bytes.length + 4, 0);
        expect(total - used - sum(stream)).toBeLessThan(260);
      }),
    );
  });
});
