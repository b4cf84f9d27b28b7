/** Values of DL/T 645 meters that arrive in several frames, on a line whose bytes the test delivers. */
import type { LineEvent } from '@busbar/domain/line/line-event';
import type { LineAction, LineRequest } from '@busbar/domain/line/line-request';
import { LINE_DEFAULTS } from '@busbar/domain/line/line-settings';
import { SerialLine } from '@busbar/domain/line/serial-line';
import { describe, expect, it } from 'vitest';
import { hex } from '../../test/line-streams.ts';
import { readData, valueIn } from './dlt645-exchanges.ts';
import { DLT645_FORMAT } from './dlt645-format.ts';

const STATION = '000000000042';
const IDENTIFIER = [0x00, 0x00, 0x01, 0x00];
const FORWARD_ACTIVE = 0x00010000;
const PHASE_A_VOLTS = 0x02010100;
/** DL/T 645-2007, 5.2.4: the first frame of several; a following one; the last; a refusal. */
const [FIRST, FOLLOWING, LAST, WHOLE, REFUSAL] = [0xb1, 0xb2, 0x92, 0x91, 0xd2];

/** A frame of the meter, built here byte by byte. */
function frameBytes(control: number, data: readonly number[]): Uint8Array {
  const head = [0x68, 0x42, 0, 0, 0, 0, 0, 0x68, control, data.length];
  const bytes = [...head, ...data.map((byte) => (byte + 0x33) & 0xff)];
  return Uint8Array.of(
    ...bytes,
    bytes.reduce((sum, byte) => (sum + byte) & 0xff),
    0x16,
  );
}

class Rig {
  readonly sent: string[] = [];
  readonly actions: LineAction[] = [];
  readonly #line: SerialLine;
  #now = 0;
  #wakeAt: number | undefined;

  /** `valueBytes` is null for a value of unknown length. */
  constructor(valueBytes: number | null = 4) {
    const exchange = readData(STATION, FORWARD_ACTIVE, valueBytes ?? undefined);
    const blocks = [
      { id: 'energy', exchange },
      { id: 'volts', exchange: readData(STATION, PHASE_A_VOLTS, 2) },
    ];
    const slave = { slave: STATION, intervalMs: 60_000, blocks };
    this.#line = new SerialLine(LINE_DEFAULTS, [slave], 0);
    this.run({ kind: 'tick' });
  }

  run(event: LineEvent): void {
    const { actions, wakeAt } = this.#line.handle(event, this.#now);
    this.#wakeAt = wakeAt;
    this.actions.push(...actions);
    for (const action of actions) if (action.kind === 'send') this.sent.push(hex(action.bytes));
  }

  /** Delivers a frame of the meter and waits for the next request. */
  deliver(control: number, ...data: readonly number[]): this {
    const read = DLT645_FORMAT.read(frameBytes(control, data), 0, new Uint8Array());
    if (read.kind !== 'frame') throw new Error(read.kind);
    this.#now += 100;
    this.run({ kind: 'received', frames: [read.frame] });
    return this.advance(50);
  }

  value(control: number, ...data: readonly number[]): this {
    return this.deliver(control, ...IDENTIFIER, ...data);
  }

  advance(ms: number): this {
    const end = this.#now + ms;
    while (this.#wakeAt !== undefined && this.#wakeAt <= end) {
      this.#now = this.#wakeAt;
      this.run({ kind: 'tick' });
    }
    this.#now = end;
    return this;
  }

  /** The value of each answer; `incomplete` if it was not read to its end. */
  get values(): string[] {
    return this.actions.flatMap((action) =>
      action.kind === 'answer' && action.frame !== undefined
        ? [action.frame.hasMore ? 'incomplete' : hex(valueIn(action.frame))]
        : [],
    );
  }

  get failures(): string[] {
    return this.actions.flatMap((one) => (one.kind === 'failure' ? [one.reason] : []));
  }
}

const requestOf = (number: number) => hex(frameBytes(0x12, [...IDENTIFIER, number]));

describe('a value in several frames', () => {
  it('is read with a request for each of them, by its number', () => {
    const rig = new Rig().value(FIRST, 0x56).value(FOLLOWING, 0x34, 0x12, 1).value(LAST, 0x00, 2);
    const requests = [hex(frameBytes(0x11, IDENTIFIER)), requestOf(1), requestOf(2)];
    expect(rig.sent.slice(0, 3)).toEqual(requests);
    expect(rig.values).toEqual(['56 34 12 00']);
    const bytes = rig.actions.flatMap((one) => (one.kind === 'answer' ? [one.frame!.bytes] : []));
    expect(bytes[0]).toHaveLength(frameBytes(0, []).length * 3 + 3 * 4 + 4 + 2);
  });

  it('is one of its own length if a frame announces no other', () => {
    expect(new Rig().value(WHOLE, 0x56, 0x34, 0x12, 0x00).values).toEqual(['56 34 12 00']);
    expect(new Rig().value(WHOLE, 0x56, 0x34).values).toEqual([]);
  });

  it.each([
    ['another number', [...IDENTIFIER, 0x12, 0x00, 2]],
    ['another identifier', [0x00, 0x00, 0x02, 0x00, 0x12, 0x00, 1]],
    ['no number', [...IDENTIFIER, 0x12, 0x00]],
  ])('does not continue with a frame with %s', (_, data) => {
    const rig = new Rig()
      .value(FIRST, 0x56, 0x34)
      .deliver(LAST, ...data)
      .advance(10_000);
    expect([rig.values, rig.failures]).toEqual([[], ['no-answer']]);
  });

  it('does not continue with the answer to another reading of the first frame', () => {
    const rig = new Rig().value(FIRST, 0x56, 0x34).value(FIRST, 0x12, 0x00);
    expect(rig.values).toEqual([]);
    expect(rig.value(LAST, 0x12, 0x00, 1).values).toEqual(['56 34 12 00']);
  });

  it('is missing if a following frame is not answered after one repetition', () => {
    const rig = new Rig().value(FIRST, 0x56, 0x34).advance(7_000);
    const next = hex(readData(STATION, PHASE_A_VOLTS, 2).bytes);
    expect(rig.sent.slice(1)).toEqual([requestOf(1), requestOf(1), next]);
    expect([rig.values, rig.failures]).toEqual([[], ['no-answer']]);
  });

  it('is missing, and read again in the next cycle, if a following frame is refused', () => {
    const rig = new Rig().value(FIRST, 0x56, 0x34).deliver(REFUSAL, 0b10);
    expect([rig.values, rig.failures]).toEqual([[], ['refused']]);
    rig.deliver(WHOLE, 0x00, 0x01, 0x01, 0x02, 0x04, 0x23).advance(60_000);
    rig.value(WHOLE, 0x56, 0x34, 0x12, 0x00);
    expect(rig.values).toEqual(['04 23', '56 34 12 00']);
  });

  it('lets a command go before its next frame', () => {
    const rig = new Rig();
    const exchange = readData('000000000077', 0x04000503, 2);
    const command: LineRequest = {
      ...{ id: 'c', priority: 'command', exchange, expiresAt: undefined, polled: undefined },
    };
    rig.run({ kind: 'enqueue', request: command });
    rig.value(FIRST, 0x56, 0x34);
    expect(rig.sent.slice(1)).toEqual([hex(exchange.bytes)]);
    rig.advance(4_000);
    expect(rig.sent[2]).toBe(requestOf(1));
    expect(rig.value(LAST, 0x12, 0x00, 1).values).toEqual(['56 34 12 00']);
  });

  it('is not used if more frames are announced than it needs', () => {
    const rig = new Rig().value(FIRST, 0x56, 0x34).value(FOLLOWING, 0x12, 0x00, 1);
    expect([rig.values, rig.sent.length]).toEqual([['incomplete'], 3]);
  });

  it('is not read to its end if its meter sends frames without end', () => {
    const rig = new Rig(null).value(FIRST, 0x00);
    for (let number = 1; number < 20; number++) rig.value(FOLLOWING, 0x00, number);
    expect([rig.values, rig.sent.length]).toEqual([['incomplete'], 17]);
  });
});
