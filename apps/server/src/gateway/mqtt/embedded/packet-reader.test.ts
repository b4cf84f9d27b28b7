import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PacketReader } from './packet-reader.ts';
import { publishFrame } from './publish-frame.ts';

const LIMIT = 1000;
const PING = Buffer.from([0xc0, 0x00]);

interface Taken {
  readonly topic: string;
  readonly payload: string;
  readonly packetId: number;
  readonly retain: boolean;
}

function reader(accepts = true) {
  const taken: Taken[] = [];
  const packets = new PacketReader(LIMIT, (topic, payload, packetId, retain) => {
    taken.push({ topic: topic.toString(), payload: payload.toString(), packetId, retain });
    return accepts;
  });
  return { packets, taken };
}

const message = (n: number, qos: 0 | 1 = 1) =>
  publishFrame({ topic: `t/${n}`, payload: `payload ${n}`, qos, messageId: n });

describe('packet streams', () => {
  it('passes readings to the session and all other packets to the library', () => {
    const { packets, taken } = reader();
    const stream = Buffer.concat([PING, message(1), message(2, 0), PING, PING, message(3)]);
    expect(packets.read(stream, true)).toEqual(Buffer.concat([PING, PING, PING]));
    expect(taken).toEqual([
      { topic: 't/1', payload: 'payload 1', packetId: 1, retain: false },
      { topic: 't/2', payload: 'payload 2', packetId: 0, retain: false },
      { topic: 't/3', payload: 'payload 3', packetId: 3, retain: false },
    ]);
  });

  it('produces the same result for every fragmentation of the stream', () => {
    const stream = Buffer.concat([message(1), PING, message(2), PING, message(3)]);
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: stream.length }), { maxLength: 12 }),
        (cuts) => {
          const { packets, taken } = reader();
          const edges = [0, ...cuts.toSorted((a, b) => a - b), stream.length];
          const rest = edges
            .slice(1)
            .map((to, i) => packets.read(stream.subarray(edges[i], to), true))
            .filter((piece) => piece !== null);
          expect(taken.map(({ packetId }) => packetId)).toEqual([1, 2, 3]);
          expect(Buffer.concat(rest)).toEqual(Buffer.concat([PING, PING]));
        },
      ),
    );
  });

  it('passes the whole stream to the library before the device has signed in', () => {
    const { packets, taken } = reader();
    const stream = Buffer.concat([message(1), PING]);
    expect(packets.read(stream, false)).toEqual(stream);
    expect(taken).toEqual([]);
  });

  it('leaves messages at QoS 2 to the library', () => {
    const { packets, taken } = reader();
    const atQos2 = message(1);
    atQos2[0] = 0x34;
    expect(packets.read(atQos2, true)).toEqual(atQos2);
    expect(taken).toEqual([]);
  });

  it('reports whether a message has the retain flag', () => {
    const { packets, taken } = reader();
    const retained = message(1);
    retained[0] = 0x33;
    packets.read(retained, true);
    expect(taken[0]).toMatchObject({ retain: true });
  });

  it.each([true, false])(
    'rejects a packet over the limit as soon as its fixed header arrives (signed in: %s)',
    (signedIn) => {
      const { packets } = reader();
      expect(packets.read(Buffer.from([0x32, 0xe9, 0x07]), signedIn)).toBeNull();
      expect(packets.fault).toBe('too large');
    },
  );

  it('accepts a packet of exactly the limit', () => {
    const { packets } = reader();
    const largest = Buffer.concat([Buffer.from([0x30, 0xe8, 0x07, 0, 1, 0x74]), Buffer.alloc(997)]);
    expect(packets.read(largest, true)).toBeNull();
    expect(packets.fault).toBeUndefined();
  });

  it.each([
    ['an unterminated length', [0x32, 0xff, 0xff, 0xff, 0xff, 0x01]],
    ['a topic longer than the packet', [0x32, 0x04, 0x00, 0x10, 0x61, 0x62]],
    ['no packet identifier', [0x32, 0x03, 0x00, 0x01, 0x61]],
    ['no topic', [0x30, 0x01, 0x00]],
  ])('rejects a packet with %s', (_, bytes) => {
    const { packets } = reader();
    packets.read(Buffer.from(bytes), true);
    expect(packets.fault).toBe('malformed');
  });

  it('stops at a message that the session refuses', () => {
    const { packets, taken } = reader(false);
    packets.read(Buffer.concat([message(1), message(2)]), true);
    expect(packets.fault).toBe('refused');
    expect(taken).toHaveLength(1);
  });

  it('does not throw for random bytes', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 5 }), (chunks) => {
        const { packets } = reader();
        for (const chunk of chunks) {
          if (packets.fault === undefined) packets.read(Buffer.from(chunk), true);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
