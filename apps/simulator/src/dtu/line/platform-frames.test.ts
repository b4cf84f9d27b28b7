/** The answers of a faulty line, cut by the platform: each is found, and nothing else is. */
import { readData } from '@busbar/device-protocol/line/dlt645-exchanges';
import { DLT645_FORMAT } from '@busbar/device-protocol/line/dlt645-format';
import { DEFAULT_GAP_MS, FrameCutter } from '@busbar/device-protocol/line/frame-cutter';
import type { FrameFormat } from '@busbar/device-protocol/line/frame-format';
import { readRegisters } from '@busbar/device-protocol/line/modbus-exchanges';
import { MODBUS_FORMAT } from '@busbar/device-protocol/line/modbus-format';
import { seededRandom } from '@busbar/domain/demand/seeded-noise';
import { type Exchange, isAnswer } from '@busbar/domain/line/expectation';
import { describe, expect, it } from 'vitest';
import { createLine } from '../../../test/simulated-line.ts';
import { applyLineFault, type LineFaultName } from './line-faults.ts';

const METERS = '1=eastron-sdm630,42=dlt645-2007-three-phase';
const EXCHANGES = 60;
const PROTOCOLS: readonly (readonly [string, FrameFormat, Exchange, number])[] = [
  ['Modbus RTU', MODBUS_FORMAT, readRegisters(1, 0, 6, 'input'), 17],
  ['DL/T 645-2007', DLT645_FORMAT, readData('000000000042', 0x02010100, 2), 18],
];
/** Each with the additional bytes of an answer at least. */
const FAULTS: readonly (readonly [LineFaultName, number])[] = [
  ['line-noise', 2],
  ['line-echo', 8],
  ['split-bytes', 0],
  ['heartbeat-in-reply', 2],
];

describe.each(PROTOCOLS)('answers in %s', (_name, format, exchange, length) => {
  it.each(FAULTS)('are all found on a line with %s', async (fault, more) => {
    const { line } = createLine(METERS, { random: seededRandom(7) });
    applyLineFault(fault, line);
    const received: Uint8Array[] = [];
    let onBytes = (): void => undefined;
    line.open((bytes) => {
      received.push(bytes);
      onBytes();
    });
    const cutter = new FrameCutter({
      format,
      heartbeat: Buffer.from('HB'),
      gapMs: DEFAULT_GAP_MS,
    });
    let now = 0;
    for (let number = 0; number < EXCHANGES; number++) {
      cutter.sent(exchange.bytes);
      line.receive(exchange.bytes);
      const from = received.length;
      const sizeOf = () => received.slice(from).reduce((sum, bytes) => sum + bytes.length, 0);
      while (sizeOf() < length + more) {
        await new Promise<void>((resolve) => {
          onBytes = resolve;
        });
      }
      const frames = received.slice(from).flatMap((bytes) => [...cutter.receive(bytes, now)]);
      now += DEFAULT_GAP_MS;
      frames.push(...cutter.tick(now));
      const replies = frames.filter(({ direction }) => direction === 'reply');
      expect(replies.map((frame) => isAnswer(frame, exchange.expects!))).toEqual([true]);
    }
  });

  it.each(['cut-frames', 'wrong-crc'] as const)('with %s are never found', async (fault) => {
    const { line } = createLine(METERS, { random: seededRandom(7) });
    applyLineFault(fault, line, '*');
    const cutter = new FrameCutter({ format, heartbeat: new Uint8Array(), gapMs: DEFAULT_GAP_MS });
    cutter.sent(exchange.bytes);
    const bytes = await new Promise<Uint8Array>((resolve) => {
      line.open(resolve);
      line.receive(exchange.bytes);
    });
    expect([...cutter.receive(bytes, 0), ...cutter.tick(DEFAULT_GAP_MS)]).toEqual([]);
    const { discarded } = cutter;
    expect(discarded.cut + discarded['wrong-check'] + discarded.noise).toBe(bytes.length);
  });
});
