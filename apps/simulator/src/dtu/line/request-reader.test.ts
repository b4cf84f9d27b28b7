import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dlt645ReadRequest, readRequest, withCrc } from '../../../test/line-master.ts';
import { RequestReader } from './request-reader.ts';

const REQUESTS = [
  readRequest(1, 4, 0, 72),
  readRequest(104, 3, 0x5b00, 62),
  dlt645ReadRequest('000000000042', '02010100'),
  withCrc(Uint8Array.of(3, 0x10, 0, 100, 0, 1, 2, 0, 255)),
];

describe('requests of a line', () => {
  it('are the same however the bytes are split', () => {
    const all = Uint8Array.from(REQUESTS.flatMap((request) => [...request]));
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), (sizes) => {
        const reader = new RequestReader();
        const found: Uint8Array[] = [];
        for (let from = 0, turn = 0; from < all.length; turn++) {
          const size = sizes[turn % sizes.length]!;
          found.push(...reader.receive(all.subarray(from, from + size)));
          from += size;
        }
        expect(found).toEqual(REQUESTS);
        expect(reader.isPending).toBe(false);
      }),
    );
  });

  it('follow noise and wake-up bytes', () => {
    const noise = [0x00, 0x55, 0xaa, 0xfe, 0xfe, 0x68, 0x01];
    for (const request of REQUESTS) {
      expect(new RequestReader().receive(Uint8Array.of(...noise, ...request))).toEqual([request]);
    }
  });

  it('have a right checksum', () => {
    const reader = new RequestReader();
    const damaged = readRequest(1, 3, 0, 1);
    damaged[7]! ^= 1;
    expect(reader.receive(damaged)).toEqual([]);
    expect(reader.end()).toBeUndefined();
    expect(reader.isPending).toBe(false);
    expect(reader.receive(REQUESTS[0]!)).toEqual([REQUESTS[0]]);
  });

  it('with an unknown function end with the silence', () => {
    const reader = new RequestReader();
    const request = withCrc(Uint8Array.of(1, 0x11));
    expect(reader.receive(request)).toEqual([]);
    expect(reader.end()).toEqual(request);
  });

  it('are found after any number of other bytes, which are not stored', () => {
    const reader = new RequestReader();
    for (let part = 0; part < 100; part++) reader.receive(new Uint8Array(100).fill(0x55));
    expect(reader.receive(REQUESTS[1]!)).toEqual([REQUESTS[1]]);
  });
});
