/** Opening and closing Modbus breakers behind a DTU, over real sockets. */
import { applyLineFault, heal } from '@busbar/simulator/dtu/line/line-faults';
import { expect, it } from 'vitest';
import { submitSwitch } from '../../../src/areas/control/gate/control-service.ts';
import { systemClock } from '../../../src/clock.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { rowsOfDevice } from '../../support/devices/device-rows.ts';
import { eventually } from '../../support/eventually.ts';
import { createTenant } from '../../support/factories/tenant.ts';
import { callerOf } from '../../support/factories/tenant-users.ts';
import { fixture } from '../../support/fixture.ts';
import { startServer } from '../../support/start-server.ts';
import { buildSwitchedLine, type LineOptions, silenceAfterSwitch } from './switched-meters.ts';

const MINUTE_MS = 60_000;
const ENV = {
  DTU_PORT: '0',
  COMMAND_TTL_S: '6',
  CONTROL_GAP_S: '0',
  CONTROL_PER_MINUTE: '1000',
};

describeWithDatabase('a Modbus breaker behind a DTU', (database) => {
  const server = fixture(() => startServer(database, { clock: systemClock, env: ENV }));
  const tenant = fixture(() => createTenant(database, { label: 'breakers', now: Date.now() }));
  const actionOf = async (deviceId: number) =>
    (await rowsOfDevice(database, 'device_state', deviceId))[0]?.['switch_action'];

  async function connected(options: LineOptions = {}) {
    const { parts } = server;
    const line = await buildSwitchedLine(parts.context, tenant, parts.dtuPort!, {
      protocol: 'modbus-rtu',
      intervalS: 10,
      ...options,
    });
    await eventually(() => actionOf(line.meterId(0))).toBe('closeByManual');
    return { ...line, deviceId: line.meterId(0), breaker: line.stations[0]! };
  }
  const submit = (device: number, command: 'open' | 'close') => {
    const caller = { ...callerOf(tenant, 'operator'), address: '127.0.0.9' };
    return submitSwitch(server.parts.context, caller, { device, command, source: 'test' });
  };
  async function accepted(device: number, command: 'open' | 'close') {
    const outcome = await submit(device, command);
    if (!outcome.ok) throw new Error(outcome.refusal);
    return outcome.value.commandId;
  }
  const outcomeOf = (commandId: string) =>
    eventually(
      () =>
        database.db
          .selectFrom('command')
          .select(['state', 'reason'])
          .where('command_id', '=', commandId)
          .executeTakeFirstOrThrow(),
      MINUTE_MS,
    );
  const switched = async (device: number, command: 'open' | 'close') =>
    outcomeOf(await accepted(device, command)).toEqual({ state: 'confirmed', reason: null });

  it('is opened and closed by its coil, each confirmed by its input', async () => {
    const { deviceId, breaker } = await connected();
    await switched(deviceId, 'open');
    expect([breaker.closed, await actionOf(deviceId)]).toEqual([false, 'openByCommand']);
    await switched(deviceId, 'close');
    expect([breaker.closed, await actionOf(deviceId)]).toEqual([true, 'closeByCommand']);
  });

  it('that was opened by hand is not closed remotely', { timeout: MINUTE_MS }, async () => {
    const { deviceId, breaker, commands } = await connected();
    breaker.moveByHand(false, Date.now());
    await eventually(() => actionOf(deviceId), 30_000).toBe('openByManual');
    expect(await submit(deviceId, 'close')).toMatchObject({ refusal: 'close-disabled' });
    expect(commands).toEqual([]);
  });

  it('has the same cause of its position after its DTU connects again', async () => {
    const { deviceId, breaker, client } = await connected();
    await switched(deviceId, 'open');
    const reportsOf = () => rowsOfDevice(database, 'switch_event', deviceId);
    const before = (await reportsOf()).length;
    client.cut();
    await eventually(async () => (await reportsOf()).length).toBeGreaterThan(before);
    expect(await actionOf(deviceId)).toBe('openByCommand');
    breaker.moveByHand(true, Date.now());
    client.cut();
    await eventually(() => actionOf(deviceId)).toBe('closeByManual');
  });

  it('whose answer is lost is confirmed by its position on the same connection', async () => {
    const { deviceId, breaker, troubles } = await connected({
      change: (_, line) => applyLineFault('switch-answer-lost', line),
    });
    await switched(deviceId, 'open');
    expect([breaker.closed, await actionOf(deviceId)]).toEqual([false, 'openByCommand']);
    await switched(deviceId, 'close');
    expect([breaker.closed, await actionOf(deviceId)]).toEqual([true, 'closeByCommand']);
    expect(troubles).toEqual([]);
  });

  it('that answers neither a command nor the reading counts as opened by hand after the reset', {
    timeout: MINUTE_MS,
  }, async () => {
    const { deviceId, breaker, client, troubles } = await connected({
      change: ([first]) => silenceAfterSwitch(first!),
    });
    const commandId = await accepted(deviceId, 'open');
    await eventually(() => troubles.length, 30_000).toBeGreaterThan(0);
    breaker.quirks.isSilent = false;
    client.cut();
    // The command may not have arrived, and a person may have opened it.
    await eventually(() => actionOf(deviceId), 30_000).toBe('openByManual');
    expect(breaker.closed).toBe(false);
    await outcomeOf(commandId).toEqual({ state: 'unknown', reason: 'no-answer' });
    client.cut();
    await outcomeOf(commandId).toEqual({ state: 'cancelled', reason: 'overtaken' });
    expect(await submit(deviceId, 'close')).toMatchObject({ refusal: 'close-disabled' });
  });

  it('that answers neither is read after its connection was reset, if it was closed', {
    timeout: MINUTE_MS,
  }, async () => {
    const { deviceId, breaker, client, troubles } = await connected();
    await switched(deviceId, 'open');
    silenceAfterSwitch(breaker);
    const commandId = await accepted(deviceId, 'close');
    await eventually(() => troubles.length, 30_000).toBeGreaterThan(0);
    breaker.quirks.isSilent = false;
    client.cut();
    await eventually(() => actionOf(deviceId), 30_000).toBe('closeByCommand');
    expect(breaker.closed).toBe(true);
    await outcomeOf(commandId).toEqual({ state: 'unknown', reason: 'no-answer' });
    client.cut();
    await outcomeOf(commandId).toEqual({ state: 'confirmed', reason: 'read-back' });
  });

  it('that was opened by hand since its last poll does not count as opened by a command', async () => {
    const { deviceId, breaker, commands } = await connected({ intervalS: 3_600 });
    breaker.moveByHand(false, Date.now());
    await accepted(deviceId, 'open');
    await eventually(() => commands).toHaveLength(1);
    await eventually(() => actionOf(deviceId)).toBe('openByManual');
  });

  it('that trips is open by a fault, and has an alarm with the reason until it is closed', {
    timeout: MINUTE_MS,
  }, async () => {
    const { deviceId, breaker, line } = await connected({
      profileId: 'generic-modbus-breaker-trip',
    });
    const alarmsOf = async () =>
      (await rowsOfDevice(database, 'alarm', deviceId)).map((row) => [
        row['alarm_type'],
        row['ended_at'] === null,
      ]);
    expect(await alarmsOf()).toEqual([]);
    applyLineFault('leakage-trip', line);
    await eventually(alarmsOf, 30_000).toEqual([['electricLeakage', true]]);
    expect(await actionOf(deviceId)).toBe('openByFault');
    heal(line);
    breaker.moveByHand(true, Date.now());
    await eventually(alarmsOf, 30_000).toEqual([['electricLeakage', false]]);
    expect(await actionOf(deviceId)).toBe('closeByManual');
  });
});
