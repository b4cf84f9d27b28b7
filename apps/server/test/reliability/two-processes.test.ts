/**
 * docs/promises.md C4: one operation at a time per device, regardless of the process, the call and
 * the number of users; and the processes receive each other's command and session events.
 */

import { seededRandom } from '@busbar/domain/demand/seeded-noise';
import { canMove } from '@busbar/domain/switch/command-state';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { describeWithDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { openSession } from '../support/factories/session.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { fixture } from '../support/fixture.ts';
import { isNightly, SOAK_TIMEOUT_MS, seed, size } from '../support/sizes.ts';
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
  type RigDevice,
  type ServerProcess,
  type SubmitAnswer,
  serverProcess,
  startDevices,
  submitCommand,
} from './command-rig.ts';

const ATTEMPTS = size('competingAttempts');
/** By default a slow machine makes fewer attempts; a nightly run makes them all. */
const MAX_SECONDS = isNightly ? Number.POSITIVE_INFINITY : 25;
const MIN_ATTEMPTS = ATTEMPTS / 10;
const USERS = 50;
const DEVICES = size('competingDevices');
/** Number of concurrent collisions. */
const LANES = 8;
/** Number of concurrent requests. */
const AT_ONCE = 50;
const SEED = seed('competingAttempts', 21);

describeWithDatabase('two processes on one PostgreSQL', (database) => {
  const tenant = fixture(() => createTenant(database, { label: 'two', now: Date.now() }));
  let tokens: string[];
  let servers: readonly [ServerProcess, ServerProcess];
  let devices: RigDevice[];
  const executions: Execution[] = [];
  const random = seededRandom(SEED);

  beforeAll(async () => {
    tokens = await users();
    const env = {
      COMMAND_TTL_S: '30',
      CONTROL_GAP_S: '0',
      CONTROL_PER_MINUTE: '100000',
      CONTROL_GROUP_PERCENT: '100',
    };
    const url = database.databaseUrl!;
    servers = [await serverProcess(url, env), await serverProcess(url, env)];
    // The servers start sequentially, because the first one runs the migrations.
    await servers[0].start();
    await servers[1].start();
    devices = await startDevices(database, tenant, {
      count: DEVICES,
      seed: SEED,
      portOf: (index) => servers[(index % 2) as 0 | 1].mqttPort,
      executions,
    });
    await vi.waitUntil(async () => (await reported()) === DEVICES, { timeout: 200_000 });
  }, 300_000);
  afterAll(async () => {
    await Promise.all((devices ?? []).map(({ connection }) => connection.stop(0)));
    await Promise.all((servers ?? []).map((server) => server.dispose()));
  });

  /** Creates fifty operators, each with a session. */
  async function users(): Promise<string[]> {
    const { customerId, groupId } = tenant;
    const at = new Date();
    const ids = Array.from({ length: USERS }, (_, index) => 200_000_000 + index);
    await database.db
      .insertInto('user_account')
      .values(
        ids.map((user_id) => ({
          customer_id: customerId,
          user_id,
          group_id: groupId,
          user_name: `operator ${user_id}`,
          password_hash: 'none',
          role: 'operator' as const,
          created_at: at,
          password_changed_at: at,
        })),
      )
      .execute();
    return Promise.all(ids.map((userId) => openSession(database, customerId, userId, Date.now())));
  }

  const reported = async () => {
    const rows = await database.db
      .selectFrom('device_state')
      .select('device_id')
      .where('customer_id', '=', tenant.customerId)
      .where('switch_action', 'is not', null)
      .where('connected', '=', true)
      .execute();
    return rows.length;
  };
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!;

  const nextCommand = ({ device }: RigDevice) =>
    device.units[0]!.contact.action.startsWith('close') ? 'open' : 'close';
  const openCommands = async () =>
    (await fatesOf(database, tenant)).filter(({ endedAt }) => endedAt === null).length;

  it('accept one of two simultaneous commands to a device, and reject the other immediately', async () => {
    const collide = async (rig: RigDevice) => {
      const command = nextCommand(rig);
      // The first command stays open, so the other one is answered before the device receives the
      // first.
      rig.hold();
      const pair = await Promise.all(
        servers.map((server) => submitCommand(server.url, 'v2', pick(tokens), rig.code, command)),
      );
      rig.release();
      return pair.map(({ reason }) => reason ?? 'accepted').toSorted();
    };
    const results: string[][] = [];
    const waiting = devices.values();
    const lane = async () => {
      for (const rig of waiting) results.push(await collide(rig));
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    expect(results).toEqual(Array(DEVICES).fill(['accepted', 'control-busy']));
    await eventually(openCommands, 150_000).toBe(0);
    const fates = await fatesOf(database, tenant);
    expect(fates.map(({ state }) => state)).toEqual(Array(DEVICES).fill('confirmed'));
    expect(overlaps(fates)).toEqual([]);
  }, 300_000);

  it(
    `never have two open commands on one device in ${ATTEMPTS} attempts`,
    async () => {
      const answers: SubmitAnswer[] = [];
      const collisions = (await fatesOf(database, tenant)).length;
      let attempts = 0;
      const startedAt = performance.now();
      const isOver = () =>
        attempts >= ATTEMPTS ||
        (attempts >= MIN_ATTEMPTS && performance.now() - startedAt > MAX_SECONDS * 1_000);
      const worker = async () => {
        while (!isOver()) {
          attempts += 1;
          const rig = pick(devices);
          const command = nextCommand(rig);
          const way = random() < 0.5 ? 'v1' : 'v2';
          // Submits pairs of commands for the same device at the same time, through both processes.
          const both = random() < 0.2 ? servers : [pick(servers)];
          answers.push(
            ...(await Promise.all(
              both.map((server) => submitCommand(server.url, way, pick(tokens), rig.code, command)),
            )),
          );
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, worker));
      const tookS = (performance.now() - startedAt) / 1000;
      await eventually(openCommands, 150_000).toBe(0);

      const fates = await fatesOf(database, tenant);
      const accepted = answers.filter(({ commandId }) => commandId !== undefined);
      const busy = answers.filter(({ reason }) => reason === 'control-busy');
      const slow = busy.map(({ tookMs }) => tookMs).toSorted((a, b) => b - a);
      const percentile = (share: number) => Math.round(slow[Math.floor(slow.length * share)] ?? 0);
      console.log(
        `seed ${SEED}: ${answers.length} attempts of ${ATTEMPTS} in ${tookS.toFixed(0)} s, ${accepted.length} accepted, ` +
          `${busy.length} found it busy (p99 ${percentile(0.01)} ms), ${executions.length} executed`,
      );
      expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
      // A contact may have switched between the check and the command.
      const expected = [undefined, 'control-busy', 'already-open', 'already-closed'];
      expect(answers.filter(({ reason }) => !expected.includes(reason))).toEqual([]);
      expect(answers.length).toBeGreaterThanOrEqual(isNightly ? ATTEMPTS : MIN_ATTEMPTS);
      expect(accepted.length).toBeGreaterThan(Math.min(DEVICES, answers.length / 20));
      expect(fates.length).toBe(collisions + accepted.length);
      expect({
        overlapping: overlaps(fates),
        late: lateExecutions(executions, fates, 0),
        lateSent: lateSendings(fates),
        twice: doubleExecutions(executions),
        untrue: untruths(executions, fates),
        broken: brokenLives(fates, canMove),
      }).toEqual({ overlapping: [], late: [], lateSent: [], twice: [], untrue: [], broken: [] });
      // Devices connected to the other process are reached as well: every accepted command was
      // executed.
      expect(fates.filter(({ state }) => state !== 'confirmed')).toEqual([]);
    },
    SOAK_TIMEOUT_MS,
  );

  describe('two processes and their events', () => {
    async function listen(server: ServerProcess, token: string, userId: number) {
      const ws = new WebSocket(`${server.url.replace('http', 'ws')}/api/websocket/info`, {
        headers: { authorization: token },
      });
      const frames: {
        msgType: string;
        deviceCode: string;
        message: string;
        deviceStatus?: string;
      }[] = [];
      ws.on('message', (data) => frames.push(JSON.parse(JSON.parse(data.toString()).info)));
      const closed = new Promise<number>((resolve) => ws.on('close', resolve));
      await new Promise((resolve) => ws.once('open', resolve));
      ws.send(String(userId));
      return { ws, frames, closed };
    }

    it('send their browsers readings, commands and switch events of the other process', async () => {
      const { userId, token } = tenant.users.viewer;
      const [first, second] = servers;
      const far = await listen(second, token, userId);
      // This device is connected to the first process.
      const { code, device, connection } = devices[0]!;
      await eventually(async () => {
        connection.say(device.step(Date.now() + 61_000));
        return far.frames.some((one) => one.deviceCode === code && one.msgType === 'VARIABLE');
      }).toBe(true);
      const isClosed = device.units[0]!.contact.action.startsWith('close');
      const command = isClosed ? 'open' : 'close';
      const answer = await submitCommand(first.url, 'v2', tokens[0]!, code, command);
      expect(answer.commandId).toBeDefined();
      const end = () =>
        far.frames.find(
          (one) =>
            one.msgType === 'REMOTE_CONTROL' &&
            JSON.parse(one.message).command_id === answer.commandId &&
            JSON.parse(one.message).state === 'confirmed',
        );
      await eventually(end).toBeDefined();
      expect(end()?.deviceStatus).toBe(isClosed ? 'switch:openByCommand' : 'switch:closeByCommand');
      far.ws.terminate();
    });

    it('request parameters from a device of the other process, and return them unchanged', async () => {
      const { userId, token } = tenant.users.viewer;
      const second = servers[1];
      const far = await listen(second, token, userId);
      const { code } = devices[1]!;
      const answer = await fetch(`${second.url}/parameter/summonOverVoltage`, {
        method: 'POST',
        headers: { authorization: token, 'content-type': 'application/json' },
        body: JSON.stringify({ dataType: 'read', devId: code }),
      });
      const { data } = (await answer.json()) as { data: { command_id: string } };
      const told = () =>
        far.frames
          .filter((one) => one.deviceCode === code && one.msgType === 'OVERVOLTAGEFAULT')
          .map(({ message }) => JSON.parse(message));
      await eventually(told).toEqual([
        expect.objectContaining({ ov: '275.0', command_id: data.command_id, verified: null }),
      ]);
      far.ws.terminate();
    });

    it('close the sockets of a session that was ended in the other process', async () => {
      const { userId } = tenant.users.admin;
      const token = await openSession(database, tenant.customerId, userId, Date.now());
      const far = await listen(servers[1], token, userId);
      const near = await listen(servers[0], token, userId);
      await fetch(`${servers[0].url}/api/v2/logout`, {
        method: 'POST',
        headers: { authorization: token },
      });
      expect(await Promise.all([far.closed, near.closed])).toEqual([4401, 4401]);
      for (const { url } of servers) {
        const answer = await fetch(`${url}/api/v2/ping-token`, {
          method: 'POST',
          headers: { authorization: token },
        });
        expect(answer.status).toBe(401);
      }
    });
  });
});
