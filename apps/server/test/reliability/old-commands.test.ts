/**
 * docs/promises.md C2: a device that comes back executes no old command. Its connection is cut, or
 * it is paused with a command in its socket buffer, or it requests retained messages, or it
 * connects a second time while the first connection is still open; commands are submitted in the
 * meantime; when it is back it executes only commands submitted from then on.
 */
import { seededRandom } from '@busbar/domain/demand/seeded-noise';
import type { SwitchCommand } from '@busbar/domain/switch/interlock';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startControl } from '../../src/areas/control/control-runtime.ts';
import { submitSwitch } from '../../src/areas/control/gate/control-service.ts';
import { NOW } from '../control/control-fixture.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { buildTenantDevice } from '../support/factories/tenant-device.ts';
import { callerOf } from '../support/factories/tenant-users.ts';
import { fixture } from '../support/fixture.ts';
import { manualClock } from '../support/manual-clock.ts';
import { SOAK_TIMEOUT_MS, seed, size } from '../support/sizes.ts';
import { startTestGateway } from '../support/start-gateway.ts';
import { doubleExecutions, oldExecutions } from './command-checkers.ts';
import { type ReturningDevice, returningDevice } from './returning-device.ts';

const CYCLES = size('reconnectCycles');
const DEVICES = 50;
const COMMANDS_WHILE_OFFLINE = 5;
/** Number of concurrent command submissions. */
const LANES = 8;
const ENV = {
  COMMAND_TTL_S: '5',
  CONTROL_GAP_S: '0',
  CONTROL_PER_MINUTE: '100000',
  CONTROL_GROUP_PERCENT: '100',
};
/** Longer than the lifetime of any command, which is four times the value above for opening. */
const SHORTEST_AWAY_MS = 21_000;
const LONGEST_AWAY_MS = 600_000;
const WAYS = ['cut', 'stopped', 'kept', 'retained', 'taken over'] as const;
type Way = (typeof WAYS)[number];

describeWithDatabase('a returning device', (database) => {
  const clock = manualClock(NOW);
  const gateway = fixture(() => startTestGateway(database, { clock, env: ENV }));
  const control = fixture(() => startControl(gateway.ctx, gateway.gateway.link));
  const tenant = fixture(() => createTenant(database, { label: 'back', now: NOW }));
  const caller = fixture(async () => callerOf(tenant, 'operator'));
  const all: ReturningDevice[] = [];
  const random = seededRandom(seed('reconnectCycles', 2));

  beforeAll(async () => {
    // Days pass on the clock of this test, in which the operator is never idle.
    const always = new Date(NOW + 365 * 86_400_000);
    await sql`update session set last_used_at = ${always}, expires_at = ${always}
      where customer_id = ${tenant.customerId}`.execute(database.db);
  });
  afterAll(async () => {
    for (const device of all) device.cut();
    await control.stop();
  });

  async function addDevice(): Promise<ReturningDevice> {
    const { deviceCode: code, secret } = await buildTenantDevice(database, tenant);
    const device = returningDevice({ port: gateway.port, code, secret, now: clock.now });
    all.push(device);
    await device.connect();
    return device;
  }

  const submit = (device: ReturningDevice, what: SwitchCommand, queue: boolean) =>
    submitSwitch(gateway.ctx, caller, {
      device: device.code,
      command: what,
      queue,
      source: 'test',
    });
  const isClosed = ({ device }: ReturningDevice) => device.units[0]!.contact.closed;
  const opposite = (device: ReturningDevice): SwitchCommand =>
    isClosed(device) ? 'open' : 'close';

  /** Runs the work in parallel lanes, like several users. */
  async function each<T>(list: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> {
    const waiting = list.values();
    const lane = async () => {
      for (const one of waiting) await work(one);
    };
    await Promise.all(Array.from({ length: LANES }, lane));
  }

  const countOf = async (devices: readonly ReturningDevice[], what: ReturnType<typeof sql>) => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from device d
      join device_state s on s.customer_id = d.customer_id and s.device_id = d.device_id
      where d.device_code = any(${sql.val(devices.map(({ code }) => code))}::text[]) and ${what}`.execute(
      database.db,
    );
    return rows[0]!.count;
  };
  const away = sql`not s.connected`;
  const withCommandIn = (...states: string[]) => sql`exists (
    select 1 from command c where c.customer_id = d.customer_id and c.device_id = d.device_id
      and c.kind = 'switch' and c.state in (${sql.join(states)}))`;
  /** Matches devices that are online, with a known switch state and no open command. */
  const ready = sql`s.connected and s.switch_action is not null
    and not ${withCommandIn('queued', 'sent', 'acknowledged', 'unknown')}`;

  /**
   * Advances the clock while waiting for that many devices, because the supervision of commands is
   * clock-driven.
   */
  const whileTimePasses = (
    devices: readonly ReturningDevice[],
    what: ReturnType<typeof sql>,
    stepMs = 10,
  ) =>
    eventually(() => {
      clock.advance(stepMs);
      return countOf(devices, what);
    }, 30_000);

  async function goAway(device: ReturningDevice, way: Way): Promise<void> {
    if (way === 'cut') device.cut();
    if (way === 'kept') await device.leave();
    if (way === 'stopped' || way === 'taken over') device.stop();
    if (way === 'retained') {
      const args = { to: isClosed(device) ? 'open' : 'close' };
      const id = '01890000-0000-7000-8000-00000000feed';
      const exp = clock.now() + 86_400_000;
      device.retainCommand(JSON.stringify({ id, exp, op: 'switch', args }));
    }
  }

  async function submitWhileOffline(device: ReturningDevice): Promise<void> {
    // The first command would switch the device if it were online; the others are additional.
    await submit(device, opposite(device), true);
    for (let further = 1; further < COMMANDS_WHILE_OFFLINE; further++) {
      const what = (['open', 'close', 'lock', 'unlock'] as const)[Math.floor(random() * 4)]!;
      await submit(device, what, random() < 0.5);
    }
  }

  async function cycle(devices: readonly ReturningDevice[], wayOf: (index: number) => Way) {
    const by = (...ways: Way[]) => devices.filter((_, index) => ways.includes(wayOf(index)));
    await Promise.all(devices.map((device, index) => goAway(device, wayOf(index))));
    const gone = by('cut', 'kept', 'retained');
    const stopped = by('stopped', 'taken over');
    await eventually(() => countOf(gone, away)).toBe(gone.length);
    await each(devices, submitWhileOffline);
    // The command is written to the socket of a device that does not read, and queued for one that
    // is offline.
    await eventually(() => countOf(stopped, withCommandIn('sent'))).toBe(stopped.length);
    await eventually(() => countOf(gone, withCommandIn('queued'))).toBe(gone.length);
    clock.advance(1);
    await Promise.all(by('taken over').map((device) => device.connect()));

    const span = LONGEST_AWAY_MS - SHORTEST_AWAY_MS;
    const awayMs = SHORTEST_AWAY_MS + Math.floor(random() * span);
    // After this time without a message at the latest, the state is requested over a second
    // connection.
    for (const part of [1_000, 5_500, awayMs - 6_500]) clock.advance(part);
    await whileTimePasses(
      devices,
      sql`not ${withCommandIn('queued', 'sent', 'acknowledged')}`,
    ).toBe(devices.length);

    await Promise.all(stopped.map((device) => device.goOn()));
    for (const device of by('taken over')) device.cut();
    const clean = by('cut', 'stopped', 'retained', 'taken over');
    await Promise.all(clean.map((device) => device.connect()));
    await Promise.all(by('kept').map((device) => device.connect({ clean: false })));
    await whileTimePasses(devices, ready).toBe(devices.length);
    await each(devices, async (device) => {
      expect(await submit(device, opposite(device), false)).toMatchObject({ ok: true });
    });
    await eventually(() => countOf(devices, ready), 30_000).toBe(devices.length);
  }

  async function commands() {
    const rows = await database.db
      .selectFrom('command')
      .select(['command_id', 'created_at'])
      .where('customer_id', '=', tenant.customerId)
      .where('device_id', '!=', tenant.deviceId)
      // After a switch operation the platform requests readings, which is not an operation itself.
      .where('kind', '=', 'switch')
      .execute();
    return rows.map((row) => ({ commandId: row.command_id, createdAt: row.created_at }));
  }

  it(
    `executes no old command in ${CYCLES} cycles`,
    async () => {
      const devices = await Promise.all(Array.from({ length: DEVICES }, addDevice));
      await whileTimePasses(devices, ready).toBe(DEVICES);
      const rounds = Math.ceil(CYCLES / DEVICES);
      for (let round = 0; round < rounds; round++) {
        await cycle(devices, (index) => WAYS[(index + round) % WAYS.length]!);
      }
      const given = await commands();
      const executions = devices.flatMap((device) => device.executions);
      const arrived = devices.flatMap((device) => device.arrived);
      const createdAt = new Map(given.map((command) => [command.commandId, command.createdAt]));
      const late = arrived.filter((one) => createdAt.get(one.commandId)! < one.awakeSince);
      const ledger = executions.map((one) => ({ ...one, deviceCode: '', at: 0, moved: true }));
      expect({
        old: oldExecutions(executions, given),
        twice: doubleExecutions(ledger),
        retained: arrived.filter(({ retained }) => retained),
        keptByTheBroker: devices.filter(({ sessionsPresent }) => sessionsPresent > 0).length,
      }).toEqual({ old: [], twice: [], retained: [], keptByTheBroker: 0 });
      // One command of each cycle was executed: the one submitted after the device was back.
      expect(executions).toHaveLength(rounds * DEVICES);
      // Each device paused with a command in its buffer received it on resuming, and rejected it.
      expect(late).toHaveLength((rounds * DEVICES * 2) / WAYS.length);
    },
    SOAK_TIMEOUT_MS,
  );

  it('would be detected executing a late command', async () => {
    const device = await addDevice();
    await whileTimePasses([device], ready).toBe(1);
    device.stop();
    await submit(device, opposite(device), false);
    await eventually(() => countOf([device], withCommandIn('sent'))).toBe(1);
    clock.advance(30_000);
    // The planted bug: the device treats expired commands as fresh.
    device.device.quirks.clockSkewMs = -60_000;
    await device.goOn();
    expect(oldExecutions(device.executions, await commands())).toHaveLength(1);
  });
});
