/**
 * A command with an unknown outcome: what it blocks, and what resolves it (docs/promises.md C6).
 */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { expireCommands } from '../../src/areas/control/commands/command-expiry.ts';
import { cancelCommand } from '../../src/areas/control/commands/command-service.ts';
import { createReconnectProbe } from '../../src/areas/control/reconnect-probe.ts';
import { queryDevice } from '../../src/areas/control/summon/query-device.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { commandFixture, OPEN_LIFE_MS } from './command-fixture.ts';
import { commandRow, recordingLink } from './control-fixture.ts';

describeWithDatabase('the life cycle of a command', (database) => {
  const { world, ctx, device, inState, report, sent, send, stateOf } = commandFixture(database);

  describe('an unknown outcome', () => {
    it('blocks further commands to the device', async () => {
      await inState('unknown');
      await heard();
      for (const command of ['open', 'lock'] as const) {
        expect(await world.submit(device, command)).toMatchObject({ refusal: 'control-busy' });
      }
    });

    it('is resolved by the late report of the switch operation', async () => {
      const commandId = await inState('unknown');
      await report('openByCommand', { cmd: commandId });
      expect(await commandRow(ctx, commandId)).toMatchObject({
        state: 'confirmed',
        reason: 'confirmed-late',
      });
    });

    it.each([
      ['closeByCommand', 'expired', 'not-executed'],
      ['openByCommand', 'confirmed', 'read-back'],
      ['openByFault', 'cancelled', 'overtaken'],
    ] as const)('is resolved by a later report of %s', async (action, state, reason) => {
      const commandId = await inState('unknown');
      await report(action);
      expect(await commandRow(ctx, commandId)).toMatchObject({ state, reason });
      await heard();
      const next = action.startsWith('open') ? 'lock' : 'open';
      expect(await world.submit(device, next)).toMatchObject({ ok: true });
    });

    it('is not resolved by a report from before the deadline', async () => {
      const commandId = await inState('unknown');
      await report('closeByCommand', { at: world.clock.now() - 60_000 });
      expect(await stateOf(commandId)).toBe('unknown');
    });

    it('makes the device reconnect once to report its state', async () => {
      const commandId = await inState('unknown');
      const resets: string[] = [];
      const link = { ...recordingLink(), reset: (code: string) => resets.push(code) };
      const probeUnknown = createReconnectProbe(ctx, link);
      await probeUnknown();
      expect(resets).not.toContain(device.deviceCode);
      world.clock.advance(15_000);
      await probeUnknown();
      await probeUnknown();
      expect(resets.filter((code) => code === device.deviceCode)).toHaveLength(1);
      await report('closeByCommand');
      expect(await stateOf(commandId)).toBe('expired');
    });

    it('does not reset a device that has just reconnected and is about to report', async () => {
      await inState('unknown');
      let isConnected = false;
      const resets: string[] = [];
      const probeUnknown = createReconnectProbe(ctx, {
        ...recordingLink({ isConnected: () => isConnected }),
        reset: (code) => resets.push(code),
      });
      world.clock.advance(600_000);
      await probeUnknown();
      isConnected = true;
      await probeUnknown();
      world.clock.advance(4_000);
      await probeUnknown();
      expect(resets).not.toContain(device.deviceCode);
      world.clock.advance(1_000);
      await probeUnknown();
      expect(resets.filter((code) => code === device.deviceCode)).toHaveLength(1);
    });

    it('raises an alarm if it lasts for a minute while the device is connected', async () => {
      const commandId = await inState('unknown');
      const gone = { ...recordingLink(), isConnected: () => false };
      const resets: string[] = [];
      const link = { ...recordingLink(), reset: (code: string) => resets.push(code) };
      const probeUnknown = createReconnectProbe(ctx, link);
      await probeUnknown();
      world.clock.advance(59_000);
      await probeUnknown();
      expect(await unknownAlarms()).toEqual([]);
      world.clock.advance(1_000);
      await createReconnectProbe(ctx, gone)();
      expect(await unknownAlarms()).toEqual([]);
      await probeUnknown();
      await probeUnknown();
      expect(await unknownAlarms()).toEqual([true]);
      const { facts } = await database.db
        .selectFrom('alarm')
        .select('facts')
        .where('device_id', '=', device.deviceId)
        .where('alarm_type', '=', 'commandUnknown')
        .executeTakeFirstOrThrow();
      const { switch_order, sent_at } = (await commandRow(ctx, commandId))!;
      expect(facts).toEqual({ command: switch_order, sentAt: sent_at });
      expect(resets.filter((code) => code === device.deviceCode)).toHaveLength(2);
      // The device clock is behind, so its report proves nothing until later.
      await report('closeByCommand', { at: world.clock.now() - 300_000 });
      expect(await stateOf(commandId)).toBe('unknown');
      world.clock.advance(240_000);
      await probeUnknown();
      expect(resets.filter((code) => code === device.deviceCode)).toHaveLength(3);
      await report('closeByCommand');
      expect(await stateOf(commandId)).toBe('expired');
      expect(await unknownAlarms()).toEqual([true, false]);
    });

    it('ends its alarm although a query of the device has no answer either', async () => {
      const query = await queryDevice(ctx, world.caller, {
        device: device.deviceCode,
        kind: 'summon',
        args: { dataType: 'variable' },
        what: 'variable',
        source: 'test',
      });
      if (!query.ok) throw new Error(query.refusal);
      await send(query.value.commandId);
      const commandId = await inState('unknown');
      await expireCommands(ctx);
      expect(await stateOf(query.value.commandId)).toBe('unknown');
      const probeUnknown = createReconnectProbe(ctx, recordingLink());
      await probeUnknown();
      world.clock.advance(61_000);
      await probeUnknown();
      expect(await unknownAlarms()).toEqual([true]);
      await report('closeByCommand');
      expect(await stateOf(commandId)).toBe('expired');
      expect(await unknownAlarms()).toEqual([true, false]);
    });

    it('can be overridden by a user only once the device must have refused the command', async () => {
      const commandId = await sent();
      await sql`update command set state = 'unknown' where command_id = ${commandId}`.execute(
        database.db,
      );
      expect(await cancelCommand(ctx, world.caller, commandId)).toMatchObject({
        refusal: 'control-busy',
      });
      world.clock.advance(OPEN_LIFE_MS + 5_010);
      expect(await cancelCommand(ctx, world.caller, commandId)).toMatchObject({ ok: true });
      expect(await commandRow(ctx, commandId)).toMatchObject({
        state: 'cancelled',
        reason: 'overridden',
      });
      await heard();
      expect(await world.submit(device, 'open')).toMatchObject({ ok: true });
    });

    async function unknownAlarms() {
      const rows = await database.db
        .selectFrom('device_alarm_event')
        .select('active')
        .where('device_id', '=', device.deviceId)
        .where('alarm_type', '=', 'commandUnknown')
        .orderBy('device_alarm_event_id')
        .execute();
      // The alarm that the user sees matches the last event.
      const alarms = await database.db
        .selectFrom('alarm')
        .select(['source', 'end_reason as ended'])
        .where('device_id', '=', device.deviceId)
        .where('alarm_type', '=', 'commandUnknown')
        .orderBy('alarm_id')
        .execute();
      const last = rows.at(-1)?.active;
      expect(alarms.at(-1)).toEqual(
        last === undefined ? undefined : { source: 'platform', ended: last ? null : 'settled' },
      );
      return rows.map(({ active }) => active);
    }

    async function heard() {
      await database.db
        .updateTable('device_state')
        .set({ heard_at: new Date(world.clock.now()) })
        .where('device_id', '=', device.deviceId)
        .execute();
    }
  });
});
