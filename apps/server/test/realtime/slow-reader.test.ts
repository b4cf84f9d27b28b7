/**
 * docs/promises.md W3: a slow reader harms no one: telemetry is reduced to the latest value, and
 * results are never dropped.
 */
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { BusEvents, DeviceRef } from '../../src/bus.ts';
import { describeWithDatabase, freshDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { fixture } from '../support/fixture.ts';
import { buildRealtimeFixture } from './realtime-fixture.ts';
import { type Client, roundTrip } from './websocket-client.ts';

const DEVICES = 20;
/** More readings than the kernel and library buffers hold together. */
const READINGS = 40_000;
/** A socket with more buffered bytes than this is closed. */
const SOCKET_BUDGET_BYTES = 2 ** 20;

describeWithDatabase('a slow reader', (database) => {
  const world = fixture(() => buildRealtimeFixture(database));
  const refs: DeviceRef[] = [];
  beforeAll(async () => {
    for (let index = 0; index < DEVICES; index++) {
      refs.push({ ...world.device, deviceId: index + 1, deviceCode: `SLOW${index}` });
    }
  });

  const reading = (n: number): BusEvents['reading.stored'] => ({
    ...refs[n % DEVICES]!,
    ts: n,
    latest: true,
    measurement: { voltageA: n, currentA: n, activePower: n, frequency: 50 },
    registers: { activeTotal: n },
  });
  const result = (n: number): BusEvents['command.changed'] => ({
    ...refs[n % DEVICES]!,
    commandId: `command-${n}`,
    state: 'confirmed',
    order: 'open',
    reason: null,
    detail: 'x'.repeat(500),
    action: 'openByCommand',
    actionAt: n,
    times: { confirmed: n },
  });
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

  /** Resolves with the maximum number of bytes buffered for one client during the push. */
  async function pushReadings(from: number, count: number): Promise<number> {
    let maxBuffered = 0;
    for (let n = from; n < from + count; n++) {
      world.ctx.bus.publish('reading.stored', reading(n));
      if (n % 50 !== 0) continue;
      maxBuffered = Math.max(maxBuffered, world.maxBufferedBytes());
      await turn();
    }
    return maxBuffered;
  }

  const latestOf = (client: Client) =>
    new Map(
      client.frames
        .filter(({ msgType }) => msgType === 'VARIABLE')
        .map(({ deviceId, message }) => [deviceId, JSON.parse(message).volPa as number]),
    );

  it('receives only the latest reading of each device, in bounded memory, while other clients receive all', async () => {
    const slow = await world.connectOpen();
    const good = await world.connectOpen();
    slow.ws.pause();
    expect(await pushReadings(1, READINGS)).toBeLessThan(SOCKET_BUDGET_BYTES);
    await roundTrip(good);
    expect(good.frames.filter(({ msgType }) => msgType === 'VARIABLE')).toHaveLength(READINGS);
    slow.ws.resume();
    const wanted = READINGS;
    await eventually(() => latestOf(slow).get(refs[wanted % DEVICES]!.deviceId)).toBe(wanted);
    const latest = latestOf(slow);
    for (const { deviceId } of refs) {
      expect(latest.get(deviceId)).toBe(latestOf(good).get(deviceId));
    }
    expect(slow.frames.length).toBeLessThan(READINGS);
    for (const { ws } of [slow, good]) ws.terminate();
  });

  it('receives every result in order although readings were dropped', async () => {
    const slow = await world.connectOpen();
    slow.ws.pause();
    await pushReadings(1, READINGS / 2);
    for (let n = 0; n < 100; n++) world.ctx.bus.publish('command.changed', result(n));
    await pushReadings(READINGS / 2, 1_000);
    slow.ws.resume();
    const heard = () =>
      slow.frames
        .filter(({ msgType }) => msgType === 'COMMAND')
        .map(({ message }) => JSON.parse(message).ts as number);
    await eventually(() => heard().length).toBe(100);
    expect(heard()).toEqual(Array.from({ length: 100 }, (_, n) => n));
    slow.ws.terminate();
  });

  it('is disconnected if pending results exceed the buffer', async () => {
    const slow = await world.connectOpen();
    const good = await world.connectOpen();
    slow.ws.pause();
    let sent = 0;
    await eventually(async () => {
      for (let n = 0; n < 200; n++) world.ctx.bus.publish('command.changed', result(sent++));
      await turn();
      await roundTrip(good);
      return open();
    }).toBe(1);
    slow.ws.resume();
    expect(await slow.closed).toBe(1006);
    expect(good.isOpen).toBe(true);
    good.ws.terminate();
  });

  it('is disconnected if nothing is transferred for 10 s', async () => {
    const slow = await world.connectOpen();
    slow.ws.pause();
    await pushReadings(1, READINGS);
    // An unanswered ping cannot be the cause: the first ping is sent later than this.
    for (let second = 0; second < 12; second++) world.clock.advance(1_000);
    slow.ws.resume();
    expect(await slow.closed).toBe(1006);
  });

  /** Returns the number of sockets the server holds. */
  const open = () => world.openSockets();
});

describe('closing the server', () => {
  it('does not wait for a client that reads nothing', async () => {
    const world = await buildRealtimeFixture(await freshDatabase());
    const stalled = await world.connectOpen();
    stalled.ws.pause();
    for (let n = 0; n < 5_000; n++) {
      world.ctx.bus.publish('presence.changed', {
        ...world.device,
        presence: 'late',
        csq: n,
        heardAt: n,
        at: n,
      });
    }
    // No timer fires: the server closes by itself, without a forced timeout.
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] });
    try {
      await world.close();
    } finally {
      vi.useRealTimers();
    }
    await eventually(world.openSockets).toBe(0);
    stalled.ws.terminate();
  }, 20_000);
});
