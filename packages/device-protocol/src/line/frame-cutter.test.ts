/** Frames cut out of streams that are split, noisy, or contain heartbeats. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bytesOf,
  cutAll,
  hex,
  join,
  PROTOCOLS,
  type Protocol,
  sum,
  textBytes,
} from '../../test/line-streams.ts';
import { FrameCutter } from './frame-cutter.ts';

const sizes = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 10 });
const noise = fc.uint8Array({ maxLength: 30 });
const HEARTBEAT = 'HB';

/** Offsets of all valid frames in a stream. */
function validAt({ validLength }: Protocol, stream: Uint8Array): number[] {
  return Array.from(stream.keys()).filter((at) => validLength(stream.subarray(at)) !== undefined);
}

const textsIn = (bytes: Uint8Array): number =>
  String.fromCharCode(...bytes).split(HEARTBEAT).length - 1;

/** The stream without one, or without any two, of the heartbeat texts in its first bytes. */
function withoutHeartbeats(stream: Uint8Array, depth = 2): Uint8Array[] {
  if (depth === 0) return [];
  return Array.from(stream.subarray(0, 300).keys())
    .filter((at) => at > 0 && stream[at] === 0x48 && stream[at + 1] === 0x42)
    .map((at) => join(stream.subarray(0, at), stream.subarray(at + 2)))
    .flatMap((rest) => [rest, ...withoutHeartbeats(rest, depth - 1)]);
}

describe.each(PROTOCOLS)('stream of $name', (protocol) => {
  const { frame } = protocol;

  it('gives the same frames however it is split', () => {
    fc.assert(
      fc.property(fc.array(frame, { maxLength: 6 }), sizes, (frames, parts) => {
        const cut = cutAll(protocol, join(...frames), parts);
        expect(cut.frames).toEqual(frames.map(hex));
        expect(cut).toMatchObject({ atOnce: frames.length, pending: 0 });
        expect(sum(cut.discarded)).toBe(0);
      }),
      { numRuns: 2_000 },
    );
  });

  it('gives the same frames and counts for random bytes however they are split', () => {
    const stream = fc
      .array(fc.oneof(frame, noise, fc.constant(textBytes('H')), fc.constant(textBytes(HEARTBEAT))))
      .map((parts) => join(...parts));
    fc.assert(
      fc.property(stream, sizes, (bytes, parts) => {
        const whole = cutAll(protocol, bytes, [bytes.length + 1], HEARTBEAT);
        expect(cutAll(protocol, bytes, parts, HEARTBEAT)).toEqual({
          ...whole,
          atOnce: expect.any(Number),
        });
      }),
      { numRuns: 2_000 },
    );
  });

  it('gives all sent frames and no other if there is noise between them', () => {
    const noisy = fc.array(fc.tuple(noise, frame), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(noisy, noise, sizes, (pairs, end, parts) => {
        const stream = join(...pairs.flat(), end);
        let at = 0;
        const sentAt = pairs.map(([before, one]) => {
          at += before.length + one.length;
          return at - one.length;
        });
        // One of 65,536 pieces of noise is a valid frame, which no receiver can recognise as noise.
        fc.pre(String(validAt(protocol, stream)) === String(sentAt));
        const cut = cutAll(protocol, stream, parts);
        expect(cut.frames).toEqual(pairs.map(([, one]) => hex(one)));
        const frameBytes = pairs.reduce((total, [, one]) => total + one.length, 0);
        expect(sum(cut.discarded)).toBe(stream.length - frameBytes);
        expect(cut.pending).toBe(0);
      }),
      { numRuns: 2_000 },
    );
  });

  it('never gives a frame that was not sent if bytes of a frame are changed or inserted', () => {
    const change = fc.record({
      at: fc.nat(60),
      byte: fc.nat(255),
      kind: fc.constantFrom('insert', 'replace', 'remove'),
    });
    fc.assert(
      fc.property(
        frame,
        frame,
        fc.array(change, { maxLength: 3 }),
        sizes,
        (one, next, changes, p) => {
          const bytes = [...one];
          for (const { at, byte, kind } of changes) {
            const place = at % bytes.length;
            if (kind === 'insert') bytes.splice(place, 0, byte);
            else if (kind === 'replace') bytes[place] = byte;
            else bytes.splice(place, 1);
          }
          const stream = join(Uint8Array.from(bytes), next);
          const sent = [hex(one), hex(next)];
          const valid = validAt(protocol, stream).map((at) => ({
            at,
            end: at + protocol.validLength(stream.subarray(at))!,
          }));
          // A lost last byte is replaced if the next frame begins with the same byte.
          fc.pre(valid.every(({ at, end }) => at >= bytes.length || end <= bytes.length));
          fc.pre(valid.every(({ at, end }) => sent.includes(hex(stream.subarray(at, end)))));
          const cut = cutAll(protocol, stream, p);
          expect(sent).toEqual(expect.arrayContaining(cut.frames));
          expect(cut.frames).toContain(hex(next));
        },
      ),
      { numRuns: 3_000 },
    );
  });

  it('gives the frames without the heartbeats inside them', () => {
    const interrupted = fc.array(fc.tuple(frame, fc.option(fc.nat(300), { freq: 4 })), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(interrupted, sizes, (pairs, parts) => {
        const dirty = pairs.map(([one, place]) => {
          if (place === null) return one;
          const at = place % (one.length + 1);
          return join(one.subarray(0, at), textBytes(HEARTBEAT), one.subarray(at));
        });
        for (const [index, [one]] of pairs.entries()) {
          // At most four places in one frame are tried.
          fc.pre(textsIn(dirty[index]!) <= 4);
          const tail = join(...dirty.slice(index));
          fc.pre(
            [tail, ...withoutHeartbeats(tail)].every((bytes) => {
              const length = protocol.validLength(bytes);
              return length === undefined || hex(bytes.subarray(0, length)) === hex(one);
            }),
          );
        }
        const cut = cutAll(protocol, join(...dirty), parts, HEARTBEAT);
        expect(cut.frames).toEqual(pairs.map(([one]) => hex(one)));
        const heartbeats = pairs.filter(([, place]) => place !== null).length;
        // A heartbeat whose first byte equals the last one of the frame is partly counted as noise.
        expect(sum(cut.discarded)).toBe(2 * heartbeats);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    [10, 'random bytes'],
    [1, 'heartbeats'],
    [1, 'starts of frames'],
  ])('of %i MB of %s needs constant memory', (megabytes, kind) => {
    let state = 0x5eed;
    const random = () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state >>> 24;
    };
    const start = bytesOf(protocol.name === 'Modbus RTU' ? '0103f0' : '68010000000000689164');
    const patterns: Record<string, (at: number) => number> = {
      'random bytes': random,
      heartbeats: (at) => textBytes(HEARTBEAT)[at % 2]!,
      'starts of frames': (at) => start[at % start.length]!,
    };
    const segment = Uint8Array.from({ length: 65_536 }, (_, at) => patterns[kind]!(at));
    const { format } = protocol;
    const cutter = new FrameCutter({ format, heartbeat: textBytes(HEARTBEAT), gapMs: 500 });
    let frameBytes = 0;
    const segments = 16 * megabytes;
    for (let count = 0; count < segments; count++) {
      for (const { bytes } of cutter.receive(segment, count)) frameBytes += bytes.length;
      expect(cutter.pending).toBeLessThan(300);
    }
    cutter.tick(segments, true);
    expect(sum(cutter.discarded) + frameBytes).toBe(segments * segment.length);
  });
});
