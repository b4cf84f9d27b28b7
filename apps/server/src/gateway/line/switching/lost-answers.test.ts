/** Commands to a Modbus breaker whose answers are lost, on a line whose frames the test delivers. */
import { MODBUS_FORMAT } from '@busbar/device-protocol/line/modbus-format';
import type { LineEvent } from '@busbar/domain/line/line-event';
import { LINE_DEFAULTS } from '@busbar/domain/line/line-settings';
import { SerialLine } from '@busbar/domain/line/serial-line';
import { describe, expect, it } from 'vitest';
import { withCrc } from '../../../../test/support/devices/line-client.ts';
import { manualClock } from '../../../../test/support/manual-clock.ts';
import type { KnownSwitch } from '../../../areas/control/outcomes/switch-queries.ts';
import { LineRequests } from '../line-requests.ts';
import { type PolledMeter, polledMeter } from '../poll-blocks.ts';
import { SwitchDesk } from './switch-desk.ts';

const METER = polledMeter(
  { protocol: 'modbus-rtu', transport: 'dial-in' },
  {
    ...{ deviceId: 7, slot: 1, station: '1', profileId: 'generic-modbus-breaker', ratios: {} },
    ...{ intervalS: 60, revision: 0, canSwitch: true, access: undefined, ownFile: null },
  },
  () => '1',
) as PolledMeter;
const READ = 2;
const WRITE = 5;
const OPEN = withCrc([1, READ, 1, 0]);
const CLOSED = withCrc([1, READ, 1, 1]);
/** A connection is reset so long after a command that it has not acknowledged. */
const RESET_MS = 5_000;

class Rig {
  readonly clock = manualClock(0);
  readonly states: (readonly [action: string, commandId: string | undefined])[] = [];
  /** Functions of the requests, with the times at which they were sent. */
  readonly sent: { readonly fn: number; readonly at: number }[] = [];
  readonly resets: number[] = [];
  readonly requests = new LineRequests(
    (event) => this.run(event),
    () => this.clock.monotonic(),
  );
  readonly desk: SwitchDesk;
  readonly #line = new SerialLine(LINE_DEFAULTS, [], 0);
  #cancel = () => {};
  #seen = 0;

  constructor(known: KnownSwitch = { action: 'closeByManual', commanded: undefined }) {
    const { clock, requests } = this;
    this.desk = new SwitchDesk({
      requests,
      switched: () => METER,
      passwordOf: () => undefined,
      knownOf: () => Promise.resolve(known),
      mayNotWrite: () => false,
      monotonic: () => clock.monotonic(),
      after: (delayMs, work) => clock.after(delayMs, work),
      submit: ({ states = [] }) => {
        for (const { action, commandId } of states) this.states.push([action, commandId]);
      },
      unanswered: () => {
        this.resets.push(clock.monotonic());
        this.run({ kind: 'end', reason: 'disconnected' });
      },
      unansweredExpiring: () => {},
      onIdle: () => {},
    });
  }

  run(event: LineEvent): void {
    const { actions, wakeAt } = this.#line.handle(event, this.clock.monotonic());
    for (const action of actions) {
      if (action.kind === 'send' && this.requests.sending(action.request.id)) {
        this.sent.push({ fn: action.bytes[1]!, at: this.clock.monotonic() });
      }
      if (action.kind === 'answer') this.requests.answered(action);
      if (action.kind === 'failure') this.requests.failed(action);
    }
    this.#cancel();
    if (wakeAt === undefined) return;
    const delayMs = Math.max(1, wakeAt - this.clock.monotonic());
    this.#cancel = this.clock.after(delayMs, () => this.run({ kind: 'tick' }));
  }

  /** Advances until a request is sent, and returns its function. */
  async next(): Promise<number> {
    for (let step = 0; step < 1_000 && this.sent.length === this.#seen; step++) await this.wait(10);
    return this.sent[this.#seen++]?.fn ?? 0;
  }

  async wait(ms: number): Promise<void> {
    await new Promise(setImmediate);
    this.clock.advance(ms);
    await new Promise(setImmediate);
  }

  /** Delivers a frame; the next request is sent at once or after a silence. */
  async deliver(bytes: Uint8Array): Promise<void> {
    const read = MODBUS_FORMAT.read(bytes, 0, new Uint8Array());
    if (read.kind !== 'frame') throw new Error(read.kind);
    this.run({ kind: 'received', frames: [read.frame] });
    await new Promise(setImmediate);
  }

  send(order: 'open' | 'close') {
    const slots = [{ address: 1, order }] as const;
    const command = { id: 'c', op: 'slaves', slots, expiresAt: 0 } as const;
    return this.desk.send(
      command,
      () => 60_000,
      () => Promise.resolve(true),
    );
  }

  /** Answers readings with the position, of which the last is certain. */
  async read(position: Uint8Array, count = 1): Promise<void> {
    for (let at = 0; at < count; at++) {
      expect(await this.next()).toBe(READ);
      await this.deliver(position);
    }
  }

  /** Reads the position without an answer: the request and its repetition. */
  async loseReading(): Promise<void> {
    void this.requests.run(METER.contact!.reading, { priority: 'read', remainingMs: () => 60_000 });
    expect([await this.next(), await this.next()]).toEqual([READ, READ]);
  }

  /** Sends a command to open a closed breaker whose answer is lost. */
  async loseAnswer(readings = 1): Promise<number> {
    void this.send('open');
    await this.read(CLOSED, readings);
    expect(await this.next()).toBe(WRITE);
    return this.sent.at(-1)!.at;
  }
}

const NAMED = ['openByCommand', 'c'];

describe('a command whose answer is lost', () => {
  it('is confirmed by a reading after it, in which the contact has moved', async () => {
    const rig = new Rig();
    await rig.loseAnswer();
    expect(await rig.next()).toBe(READ);
    expect(rig.desk.hasUnprovenWrite).toBe(true);
    await rig.deliver(OPEN);
    expect(rig.states).toEqual([['closeByManual', undefined], NAMED]);
    await rig.wait(2 * RESET_MS);
    expect([rig.resets, rig.desk.hasUnprovenWrite]).toEqual([[], false]);
  });

  it('resets the connection after 5 s if the reading is not answered either', async () => {
    const rig = new Rig();
    const at = await rig.loseAnswer();
    expect(await rig.next()).toBe(READ);
    await rig.wait(10_000);
    expect(rig.resets[0]).toBe(at + RESET_MS);
    expect(rig.states).toEqual([['closeByManual', undefined]]);
  });

  it('resets the connection if the contact has not moved', async () => {
    const rig = new Rig();
    await rig.loseAnswer();
    await rig.read(CLOSED);
    expect(rig.resets).toHaveLength(1);
    expect(rig.states).toEqual([['closeByManual', undefined]]);
  });

  it('resets the connection if the breaker was open before', async () => {
    const rig = new Rig();
    void rig.send('open');
    await rig.read(OPEN);
    expect(await rig.next()).toBe(WRITE);
    await rig.read(OPEN);
    expect(rig.resets).toHaveLength(1);
    expect(rig.states).toEqual([['openByManual', undefined]]);
  });

  it('is not confirmed by the late answer to an earlier reading', async () => {
    const rig = new Rig();
    await rig.loseReading();
    const at = await rig.loseAnswer(3);
    await rig.read(OPEN, 2);
    expect(await rig.next()).toBe(READ);
    await rig.wait(10_000);
    expect(rig.resets[0]).toBe(at + RESET_MS);
    expect(rig.states).toEqual([['closeByManual', undefined]]);
  });

  it('is confirmed by as many answers as are missing and one more', async () => {
    const rig = new Rig();
    await rig.loseReading();
    await rig.loseAnswer(3);
    await rig.read(OPEN, 3);
    expect(rig.states.at(-1)).toEqual(NAMED);
    expect(rig.resets).toEqual([]);
  });

  it('is not confirmed if a newer connection replaces that of the command', async () => {
    const rig = new Rig();
    await rig.loseAnswer();
    expect(await rig.next()).toBe(READ);
    rig.run({ kind: 'end', reason: 'replaced' });
    await rig.deliver(OPEN);
    expect(rig.states).toEqual([['closeByManual', undefined]]);
    const newer = new Rig({ action: 'closeByManual', commanded: 'open' });
    void newer.requests
      .run(METER.contact!.reading, { priority: 'read', remainingMs: () => 60_000 })
      .then(({ frame }) => newer.desk.report(METER, frame!));
    await newer.read(OPEN);
    await newer.wait(1);
    expect(newer.states).toEqual([['openByManual', undefined]]);
  });
});

describe('a command to close', () => {
  it('is not written if the breaker was opened by hand since the last poll', async () => {
    const rig = new Rig();
    const sent = rig.send('close');
    await rig.read(OPEN);
    expect(await sent).toBe('close-disabled');
    expect(rig.states).toEqual([['openByManual', undefined]]);
    expect(rig.sent).toHaveLength(1);
  });

  it('is not written if the position is not read, unlike one to open', async () => {
    const rig = new Rig();
    const closing = rig.send('close');
    void rig.send('open');
    const sent = [await rig.next(), await rig.next(), await rig.next()];
    expect(await closing).toBe('position-unread');
    expect(sent).toEqual([READ, READ, WRITE]);
  });

  it('is not written while no answer is certain', async () => {
    const rig = new Rig();
    await rig.loseReading();
    await rig.loseReading();
    const sent = rig.send('close');
    await rig.read(CLOSED, 4);
    expect(await sent).toBe('position-unread');
  });
});
