/**
 * docs/promises.md C9: no audit event, no action. While the operation log entry or the first
 * transition of a command cannot be written, nothing reaches the device on any path, the caller is
 * notified of the failure without its cause, and every path works when the database has recovered.
 */
import { LOG_MODULES } from '@busbar/domain/audit/log-terms';
import { OVER_VOLTAGE } from '@busbar/domain/protection/protections/over-voltage';
import { defaultsOf, writeRecord } from '@busbar/domain/protection/values';
import { expect, it } from 'vitest';
import { runBatchCommands } from '../../src/areas/control/batch/run-batch-commands.ts';
import { announce } from '../../src/areas/control/commands/announce.ts';
import { insertCommand } from '../../src/areas/control/commands/command-queries.ts';
import { findTarget } from '../../src/areas/control/commands/control-target-queries.ts';
import { commandOfRequest } from '../../src/areas/control/gate/command-of-request.ts';
import { runTemplateSteps } from '../../src/areas/control/templates/run-steps.ts';
import { addTemplate } from '../../src/areas/control/templates/template-service.ts';
import { runDueTimers } from '../../src/areas/control/timers/due-timers.ts';
import { writeLog } from '../../src/areas/shared/operation-log/write-log.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { buildTenantDevice, type TestDevice } from '../support/factories/tenant-device.ts';
import { callerOf } from '../support/factories/tenant-users.ts';
import { fixture } from '../support/fixture.ts';
import { connectDevice } from '../support/start-gateway.ts';
import { startServer } from '../support/start-server.ts';
import { type Told, untraced } from './command-checkers.ts';
import { FAULTS, type Fault, faultyDatabase, type TracedTable } from './database-faults.ts';

const ALL: readonly TracedTable[] = ['audit_entry', 'command_transition'];
const OVER_VOLTAGE_SET = writeRecord(OVER_VOLTAGE, defaultsOf(OVER_VOLTAGE));

/** The result of one attempt: an HTTP status, or the error of a background action. */
interface Attempt {
  readonly status: number;
  readonly words: string;
}

interface Way {
  /** The tables that are written before anything is sent. */
  readonly tables: readonly TracedTable[];
  readonly devices: readonly TestDevice[];
  attempt(): Promise<Attempt>;
}

describeWithDatabase('a command that cannot be recorded', (owner) => {
  const faulty = fixture(() => faultyDatabase(owner));
  const server = fixture(() =>
    startServer(faulty.database, {
      env: {
        CONTROL_GAP_S: '0',
        CONTROL_PER_MINUTE: '100000',
        CONTROL_GROUP_PERCENT: '100',
        // The test runs the clock-driven work itself.
        ROLES: 'api,gateway',
      },
    }),
  );
  const tenant = fixture(() => createTenant(owner, { label: 'trace', now: server.clock.now() }));
  /**
   * A template waits while its customer's batch commands run, so it belongs to another customer.
   */
  const other = fixture(() => createTenant(owner, { label: 'other', now: server.clock.now() }));
  const ctx = fixture(async () => server.parts.context);
  const caller = fixture(async () => callerOf(tenant, 'operator'));
  const ways = fixture(theWays);
  const told: Told[] = [];

  /**
   * Adds a device that is online, closed and listening, but never replies: only the messages it
   * receives matter here.
   */
  async function addListener(
    kind: 'main' | 'gateway' | 'dtu' = 'main',
    slaves: readonly number[] = [],
    of = tenant,
  ): Promise<TestDevice> {
    const device = await buildTenantDevice(owner, of, { kind, slaves });
    const client = await connectDevice(server.mqttPort, device);
    client.on('message', (_topic, payload) => {
      const { id } = JSON.parse(payload.toString()) as { id: string };
      told.push({ deviceCode: device.deviceCode, messageId: id });
    });
    await client.subscribeAsync(`ep/1/${device.deviceCode}/down/command`, { qos: 1 });
    const ids = [device.deviceId, ...device.slaveIds.values()];
    await owner.db
      .insertInto('device_state')
      .values(ids.map((device_id) => ({ customer_id: of.customerId, device_id })))
      .onConflict((clash) => clash.doNothing())
      .execute();
    return device;
  }

  const customers = () => [tenant.customerId, other.customerId];
  /**
   * Sets the last-seen time of each device to now, so that nothing but the fault blocks a command.
   */
  const hear = () =>
    owner.db
      .updateTable('device_state')
      .set({
        connected: true,
        heard_at: new Date(ctx.clock.now()),
        switch_action: 'closeByCommand',
        switch_reported_at: new Date(ctx.clock.now()),
      })
      .where('customer_id', 'in', customers())
      .execute();

  async function post(url: string, payload: object, by = tenant): Promise<Attempt> {
    const headers = { authorization: by.users.operator.token };
    const answer = await server.app.inject({ method: 'POST', url, headers, payload });
    return { status: answer.statusCode, words: answer.body };
  }

  /** Runs background work and returns whether it failed, by an exception or in the log. */
  async function byItself(work: () => Promise<void>): Promise<Attempt> {
    const failures: unknown[] = [];
    const { error } = ctx.log;
    ctx.log.error = (fact: unknown) => void failures.push(fact);
    try {
      await work();
    } catch (thrown) {
      failures.push(thrown);
    } finally {
      ctx.log.error = error;
    }
    return { status: failures.length > 0 ? 500 : 200, words: '' };
  }

  async function theWays(): Promise<Readonly<Record<string, Way>>> {
    const one = await Promise.all(Array.from({ length: 5 }, () => addListener()));
    const inTemplate = await addListener('main', [], other);
    const gateway = await addListener('gateway', [3, 4]);
    const timed = await addListener('dtu');
    const listed = [await addListener(), await addListener()];
    const [v2, v1, readNow, written, read] = one as [
      TestDevice,
      TestDevice,
      TestDevice,
      TestDevice,
      TestDevice,
    ];
    await hear();
    const codes = listed.map(({ deviceCode }) => deviceCode);
    const batch = { device_codes: codes, data: { switch: 'open' } };
    const batchPath = '/api/v2/device/control/batch';
    const saved = await addTemplate(ctx, callerOf(other, 'operator'), {
      name: 'Trace',
      sets: { overVoltage: OVER_VOLTAGE_SET },
    });
    if (!saved.ok) throw new Error(saved.refusal);
    const write = `/api/v2/protection-templates/${saved.value.templateId}/write`;
    const timer = { devId: timed.deviceCode, days: 127, time: '12:01', op: 'open', enable: true };
    const prepared = [
      await post(batchPath, batch),
      await post(write, { device_codes: [inTemplate.deviceCode] }, other),
      await post('/task/addOrUpdate', timer),
    ];
    expect(prepared.map(({ status }) => status)).toEqual([200, 200, 200]);
    server.clock.advance(60_000);
    await hear();
    return {
      'v2 control': {
        tables: ALL,
        devices: [v2],
        attempt: () =>
          post('/api/v2/device/control', {
            device_code: v2.deviceCode,
            data: { switch: 'open' },
          }),
      },
      'v1 control': {
        tables: ALL,
        devices: [v1],
        attempt: () =>
          post('/device/swControl', { devId: v1.deviceCode, data: { switch: 'lock' } }),
      },
      'several slaves': {
        tables: ALL,
        devices: [gateway],
        attempt: () =>
          post('/device/swSlaveControl', {
            devId: gateway.deviceCode,
            data: { s1: { ad: 3, op: 2 }, s2: { ad: 4, op: 2 } },
          }),
      },
      'a turn of a group order': {
        tables: ALL,
        devices: listed,
        attempt: () => byItself(() => runBatchCommands(ctx)),
      },
      'a group order': {
        tables: ['audit_entry'],
        devices: [],
        attempt: () => post(batchPath, { ...batch, device_codes: [v2.deviceCode] }),
      },
      'a timer': {
        tables: ALL,
        devices: [timed],
        attempt: () => byItself(() => runDueTimers(ctx)),
      },
      'written parameters': {
        tables: ALL,
        devices: [written],
        attempt: () =>
          post('/parameter/saveOverVoltage', {
            devId: written.deviceCode,
            data: OVER_VOLTAGE_SET,
          }),
      },
      'parameters asked for': {
        tables: ALL,
        devices: [read],
        attempt: () => post('/parameter/summonOverVoltage', { devId: read.deviceCode }),
      },
      'readings asked for': {
        tables: ALL,
        devices: [readNow],
        attempt: () =>
          post('/device/summonVariable', { deviceId: readNow.deviceCode, dataType: 'variable' }),
      },
      'a step of a template': {
        tables: ALL,
        devices: [inTemplate],
        attempt: async () => {
          // Simulates the expiry of the lease of a dead process.
          await owner.db
            .updateTable('template_step')
            .set({ state: 'waiting', asked_at: null })
            .where('device_id', '=', inTemplate.deviceId)
            .where('command_id', 'is', null)
            .execute();
          return byItself(() => runTemplateSteps(ctx));
        },
      },
    };
  }

  async function violations(): Promise<string[]> {
    const { db } = owner;
    const commands = await db
      .selectFrom('command')
      .select(['command_id', 'message_id'])
      .where('customer_id', 'in', customers())
      // Excludes the devices that every test customer has.
      .where('device_id', 'not in', [tenant.deviceId, other.deviceId])
      .execute();
    const lines = await db
      .selectFrom('operation_log')
      .select('command_id')
      .where('customer_id', 'in', customers())
      .execute();
    const steps = await db
      .selectFrom('command_transition')
      .select('command_id')
      .where('customer_id', 'in', customers())
      .execute();
    return untraced(told, {
      messageIdOf: new Map(
        commands.map((row) => [row.command_id, row.message_id ?? row.command_id]),
      ),
      logged: new Set(lines.map((row) => row.command_id ?? '')),
      stepped: new Set(steps.map((row) => row.command_id)),
    });
  }

  let trials = 0;
  const SLOW: Fault = 'it takes longer than a statement may';
  const cases = (Object.keys(FAULTS) as Fault[]).flatMap((fault) =>
    // Slow faults are tested on one of the two tables, because each attempt takes its time.
    (fault === SLOW ? ALL.slice(0, 1) : ALL).map((table) => ({ fault, table })),
  );

  it.each(cases)('switches nothing when $fault ($table)', async ({ fault, table }) => {
    await faulty.plant(fault, table);
    try {
      for (const [name, way] of Object.entries(ways)) {
        if (!way.tables.includes(table)) continue;
        const { status, words } = await way.attempt();
        const away = fault === 'the disk is full' || fault === 'the connection is lost';
        const wanted = words !== '' && (away || fault === SLOW) ? 503 : 500;
        expect([name, status, words]).toEqual([name, wanted, words]);
        expect(words).not.toMatch(/planted|audit_entry|command_transition/);
        trials += 1;
      }
      // Pending work is processed while the fault is still active.
      server.clock.advance(1_000);
      expect(await violations()).toEqual([]);
    } finally {
      await faulty.mend();
    }
    expect(told).toEqual([]);
  });

  it('is executed on every path once the database has recovered, and only then', async () => {
    expect(trials).toBeGreaterThanOrEqual(100);
    await hear();
    for (const [name, way] of Object.entries(ways)) {
      expect([name, (await way.attempt()).status]).toEqual([name, 200]);
    }
    const wanted = Object.values(ways)
      .flatMap(({ devices }) => devices.map(({ deviceCode }) => deviceCode))
      .toSorted();
    // There is one message for each: anything sent earlier would be here twice.
    await eventually(() => told.map(({ deviceCode }) => deviceCode).toSorted()).toEqual(wanted);
    expect(await violations()).toEqual([]);
  });

  it('is reported as a violation if its log entry is written only after it was sent', async () => {
    const device = await addListener();
    await hear();
    const before = told.length;
    await faulty.plant('a rule of the table refuses it', 'audit_entry');
    await expect(submitThenLog(device)).rejects.toThrow('planted');
    await faulty.mend();
    await eventually(() => told.length).toBe(before + 1);
    expect(await violations()).toEqual([
      `${told.at(-1)!.messageId} was given without a line in the operation log`,
    ]);
  });

  /** The planted bug: it sends a command before it writes the log entry. */
  async function submitThenLog({ deviceId, deviceCode }: TestDevice): Promise<void> {
    const request = { device: deviceId, command: 'open', source: 'bug' } as const;
    const accepted = await ctx.database.transaction(async (trx) => {
      const target = (await findTarget(ctx, trx, caller, deviceId))!;
      const command = commandOfRequest(ctx, request, target, false);
      await insertCommand(trx, caller, command);
      return { command, target };
    });
    announce(ctx, caller, [accepted]);
    await writeLog(ctx.database.db, caller, {
      at: accepted.target.readAt,
      module: LOG_MODULES.remoteControl,
      command: 'open',
      status: 'queued',
      device: { deviceId, deviceCode, groupId: tenant.groupId },
      commandId: accepted.command.commandId,
      detail: {},
    });
  }
});
