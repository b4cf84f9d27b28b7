import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRepeatable, PacketCutter, repeated } from './mqtt-packets.ts';

/** Builds a packet with this first byte and this number of bytes after its header. */
function packet(head: number, length: number): Buffer {
  const size: number[] = [];
  let left = length;
  do {
    size.push((left % 128) + (left >= 128 ? 128 : 0));
    left = Math.floor(left / 128);
  } while (left > 0);
  return Buffer.concat([Buffer.from([head, ...size]), Buffer.alloc(length, 7)]);
}

describe('packet splitter', () => {
  it('finds the same packets however the stream is split', () => {
    const lengths = fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 1, maxLength: 8 });
    const cuts = fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(lengths, cuts, (sizes, pieces) => {
        const sent = sizes.map((size) => packet(0x30, size));
        const stream = Buffer.concat(sent);
        const cutter = new PacketCutter();
        const found: Buffer[] = [];
        let from = 0;
        for (const piece of [...pieces, stream.length]) {
          found.push(...cutter.push(stream.subarray(from, from + piece)));
          from += piece;
        }
        expect(found.map((one) => one.length)).toEqual(sent.map((one) => one.length));
        expect(Buffer.concat(found).equals(stream)).toBe(true);
      }),
    );
  });

  it('rejects a stream that is not MQTT', () => {
    expect(() => new PacketCutter().push(Buffer.from([0x30, 255, 255, 255, 255]))).toThrow('MQTT');
  });
});

describe('repeated packets', () => {
  it.each([
    ['PUBLISH at QoS 0', 0x30, false],
    ['PUBLISH at QoS 1', 0x32, true],
    ['PUBLISH at QoS 1, already repeated', 0x3a, true],
    ['PUBACK', 0x40, false],
    ['CONNECT', 0x10, false],
    ['SUBSCRIBE', 0x82, false],
  ])('%s (first byte %s) may arrive twice: %s', (_name, head, repeatable) => {
    expect(isRepeatable(packet(head, 4))).toBe(repeatable);
  });

  it('have the DUP flag on request and leave the original unchanged', () => {
    const original = packet(0x32, 4);
    expect(repeated(original, true)[0]).toBe(0x3a);
    expect(repeated(original, false)[0]).toBe(0x32);
    expect(original[0]).toBe(0x32);
  });
});
