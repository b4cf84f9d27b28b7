/**
 * docs/promises.md C5: a process that is paused between claiming a command and writing it to the
 * device, and that resumes long after another has taken over, writes none of its claimed commands.
 */
import { canMove } from '@busbar/domain/switch/command-state';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { describeWithDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { openSession } from '../support/factories/session.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { fixture } from '../support/fixture.ts';
import { SOAK_TIMEOUT_MS, size } from '../support/sizes.ts';
import {
  brokenLives,
  doubleExecutions,
  type Execution,
  lateExecutions,
  lateSendings,
  overlaps,
  untruths,
} from './command-checkers.ts';
import {
  fatesOf,
  pause,
  type RigDevice,
  type ServerProcess,
  serverProcess,
  startDevices,
  submitCommand,
} from './command-rig.ts';

/**
 * Fewer devices than a process has database connections, so that all of them can be blocked at the
 * same time.
 */
const DEVICES = 10;
const ROUNDS = Math.ceil(size('stoppedTrials') / DEVICES);
const TTL_S = 3;

describeWithDatabase('a process that is paused and resumed', (database) => {
  const tenant = fixture(() => createTenant(database, { label: 'stop', now: Date.now() }));
  let token: string;
  let servers: readonly [ServerProcess, ServerProcess];
  let devices: RigDevice[];
  let portNow: number;
  const executions: Execution[] = [];

  beforeAll(async () => {
    const { userId } = tenant.users.operator;
    token = await openSession(database, tenant.customerId, userId, Date.now());
    const env = {
      COMMAND_TTL_S: String(TTL_S),
      CONTROL_GAP_S: '0',
      CONTROL_PER_MINUTE: '100000',
      CONTROL_GROUP_PERCENT: '100',
    };
    const url = database.databaseUrl!;
    servers = [await serverProcess(url, env), await serverProcess(url, env)];
    await servers[0].start();
    await servers[1].start();
    portNow = servers[0].mqttPort;
    devices = await startDevices(database, tenant, {
      count: DEVICES,
      seed: 51,
      portOf: () => portNow,
      executions,
    });
    await vi.waitUntil(async () => (await connected()) === DEVICES, { timeout: 120_000 });
  }, 240_000);
  afterAll(async () => {
    for (const server of servers ?? []) server.signal('SIGCONT');
    const lines = (devices ?? []).flatMap((rig) => [rig.connection.stop(0), rig.endOldLines()]);
    await Promise.all(lines);
    await Promise.all((servers ?? []).map((server) => server.dispose()));
  });

  const connected = async () => {
    const rows = await database.db
      .selectFrom('device_state')
      .select('device_id')
      .where('customer_id', '=', tenant.customerId)
      .where('switch_action', 'is not', null)
      .where('connected', '=', true)
      .execute();
    return rows.length;
  };
  const isClosed = ({ device }: RigDevice) => device.units[0]!.contact.action.startsWith('close');
  const submitToAll = (server: ServerProcess, queue: boolean) =>
    Promise.all(
      devices.map((rig) =>
        submitCommand(server.url, 'v2', token, rig.code, isClosed(rig) ? 'open' : 'close', {
          queue,
        }),
      ),
    );
  const openCommands = async () =>
    (await fatesOf(database, tenant)).filter(({ endedAt }) => endedAt === null).length;

  /**
   * Lets the process claim commands and pauses it before it is notified of the result: while no
   * transition of a command can be written, all its claims wait in the database; they complete once
   * it is paused.
   */
  async function stopBetweenTakingAndWriting(server: ServerProcess): Promise<void> {
    await database.db.transaction().execute(async (trx) => {
      await sql`lock table command_transition in share row exclusive mode`.execute(trx);
      for (const rig of devices) rig.newLine();
      const waiting = async () => {
        const { rows } = await sql<{ count: number }>`
          select count(*)::int as count from pg_locks
          where relation = 'command_transition'::regclass and not granted
            and database = (select oid from pg_database where datname = current_database())`.execute(
          database.db,
        );
        return rows[0]!.count;
      };
      await eventually(waiting, 8_000).toBeGreaterThanOrEqual(DEVICES / 2);
      server.signal('SIGSTOP');
    });
  }

  it(
    `writes nothing late in ${ROUNDS * DEVICES} trials`,
    async () => {
      let held = 0;
      for (let round = 0; round < ROUNDS; round++) {
        const first = servers[(round % 2) as 0 | 1];
        const second = servers[((round + 1) % 2) as 0 | 1];
        portNow = first.mqttPort;
        await Promise.all(devices.map(({ connection }) => connection.stop(0)));
        await eventually(connected, 60_000).toBe(0);
        const submitted = await submitToAll(first, true);
        expect(submitted.filter(({ commandId }) => commandId === undefined)).toEqual([]);
        await stopBetweenTakingAndWriting(first);
        const taken = async () =>
          (await fatesOf(database, tenant)).filter(({ state }) => state === 'sent').length;
        await eventually(taken, 10_000).toBeGreaterThanOrEqual(DEVICES / 2);
        held += await taken();
        portNow = second.mqttPort;
        for (const rig of devices) rig.leaveLine();
        // The other process completes what the first left over, and executes a new command on each
        // device.
        await eventually(openCommands, 120_000).toBe(0);
        const again = await submitToAll(second, false);
        expect(again.filter(({ commandId }) => commandId === undefined)).toEqual([]);
        await eventually(openCommands, 120_000).toBe(0);
        first.signal('SIGCONT');
        await eventually(async () => (await fetch(`${first.url}/health/ready`)).ok, 30_000).toBe(
          true,
        );
        // This leaves time for the claimed commands, and for the poll of pending ones.
        await pause(2_000);
        await Promise.all(devices.map((rig) => rig.endOldLines()));
      }
      const late = devices.flatMap(({ overOldLines }) =>
        overOldLines.filter(({ payload, at }) => at >= JSON.parse(payload).exp),
      );
      const fates = await fatesOf(database, tenant);
      const given = devices.flatMap(({ overOldLines }) => overOldLines).length;
      console.log(
        `${fates.length} commands, ${executions.length} executed, ${given} came over a line left behind, ${held} were in hand, ` +
          `${fates.filter(({ state }) => state === 'expired').length} expired`,
      );
      expect({
        late,
        lateExecuted: lateExecutions(executions, fates, 0),
        lateSent: lateSendings(fates),
        twice: doubleExecutions(executions),
        overlapping: overlaps(fates),
        untrue: untruths(executions, fates),
        broken: brokenLives(fates, canMove),
      }).toEqual({
        late: [],
        lateExecuted: [],
        lateSent: [],
        twice: [],
        overlapping: [],
        untrue: [],
        broken: [],
      });
      expect(held).toBeGreaterThanOrEqual((ROUNDS * DEVICES) / 2);
    },
    SOAK_TIMEOUT_MS,
  );
});
