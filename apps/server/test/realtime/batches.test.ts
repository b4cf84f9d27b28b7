/** Clients that ask for batches receive several frames in one message (docs/protocol/realtime.md). */
import { expect, it } from 'vitest';
import type { DeviceRef } from '../../src/bus.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { fixture } from '../support/fixture.ts';
import { buildRealtimeFixture } from './realtime-fixture.ts';
import { type Client, roundTrip } from './websocket-client.ts';

const DEVICES = 3_000;

describeWithDatabase('batches', (database) => {
  const world = fixture(() => buildRealtimeFixture(database));
  const deviceAt = (index: number, of: DeviceRef = world.device): DeviceRef => ({
    ...of,
    deviceId: of.deviceId + index,
    deviceCode: `BATCH${index}`,
  });
  const presence = (ref: DeviceRef, at: number) =>
    world.ctx.bus.publish('presence.changed', {
      ...ref,
      presence: 'offline',
      csq: null,
      heardAt: null,
      at,
    });
  const presencesOf = ({ frames }: Client) =>
    frames.filter(({ msgType }) => msgType === 'PRESENCE');
  const command = (at: number) =>
    world.ctx.bus.publish('command.changed', { ...world.ended(world.device), actionAt: at });

  /** Resolves when the clients have received all that was published; a result is sent after it. */
  async function settle(...clients: Client[]): Promise<void> {
    world.ctx.bus.publish('command.changed', world.ended(world.childDevice));
    for (const client of clients) {
      await roundTrip(client);
      client.frames.length = 0;
    }
  }

  it('contain what other clients receive one by one', async () => {
    const single = await world.connectOpen();
    const batched = await world.connectOpen({ batches: true });
    await settle(single, batched);
    for (let index = 0; index < DEVICES; index++) presence(deviceAt(index), index);
    await eventually(() => presencesOf(single).length).toBe(DEVICES);
    await eventually(() => presencesOf(batched).length).toBe(DEVICES);
    expect(presencesOf(batched)).toEqual(presencesOf(single));
    expect(single.batchCount).toBe(0);
    expect(batched.batchCount).toBeLessThan(DEVICES / 20);
    for (const { ws } of [single, batched]) ws.terminate();
  });

  it('are sent before the result of a command that was published after them', async () => {
    const batched = await world.connectOpen({ batches: true });
    await settle(batched);
    for (let round = 0; round < 20; round++) {
      presence(world.device, round);
      command(round);
      await new Promise((resolve) => setTimeout(resolve, 7));
    }
    await eventually(() => batched.frames.length).toBe(20 * 3);
    expect(batched.frames.map(({ msgType }) => msgType)).toEqual(
      Array.from({ length: 20 }, () => ['PRESENCE', 'COMMAND', 'REMOTE_CONTROL']).flat(),
    );
    batched.ws.terminate();
  });

  it('contain only devices of the group and the groups below', async () => {
    const above = await world.connectOpen({ batches: true });
    const below = await world.clientOfGroup(world.tenant.childGroupId, true);
    await settle(above, below);
    for (let index = 0; index < 100; index++) {
      presence(deviceAt(index), index);
      presence(deviceAt(index, world.childDevice), index);
      presence(deviceAt(index, world.foreignDevice), index);
    }
    await eventually(() => presencesOf(above).length).toBe(200);
    await eventually(() => presencesOf(below).length).toBe(100);
    await roundTrip(below);
    const firstOfChild = world.childDevice.deviceId;
    expect(below.frames.every(({ deviceId }) => deviceId >= firstOfChild)).toBe(true);
    expect(below.frames).toHaveLength(100);
    for (const { ws } of [above, below]) ws.terminate();
  });

  it('bring a client that did not read up to date with the latest of each device', async () => {
    const slow = await world.connectOpen({ batches: true });
    await settle(slow);
    slow.ws.pause();
    for (let round = 0; round < 20; round++) {
      for (let index = 0; index < DEVICES; index++) presence(deviceAt(index), round);
      await new Promise((resolve) => setImmediate(resolve));
      expect(world.maxBufferedBytes()).toBeLessThan(2 ** 19);
    }
    slow.ws.resume();
    const latest = () =>
      new Map(presencesOf(slow).map(({ deviceId, message }) => [deviceId, JSON.parse(message).ts]));
    await eventually(() => [...latest().values()].filter((ts) => ts === 19).length).toBe(DEVICES);
    expect(slow.frames.length).toBeLessThan(20 * DEVICES);
    slow.ws.terminate();
  });
});
