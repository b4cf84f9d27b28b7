/**
 * Real server processes on one PostgreSQL, simulated devices on real sockets over an unreliable
 * link, and users who keep submitting commands. The devices record their actions in their own
 * ledger.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { seededRandom } from '@busbar/domain/demand/seeded-noise';
import { Connection } from '@busbar/simulator/connection/connection';
import { SimulatedDevice } from '@busbar/simulator/device/device';
import type { DeviceSpec } from '@busbar/simulator/device/device-spec';
import { decodeStored, encodeStored } from '@busbar/simulator/device/stored-device';
import type { Database } from '../../src/storage/database.ts';
import { openSession } from '../support/factories/session.ts';
import type { Tenant } from '../support/factories/tenant.ts';
import { programFile } from '../support/programs/server-program.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { TEST_SECRETS_KEY } from '../support/test-context.ts';
import type { CommandFate, Execution } from './command-checkers.ts';

const children = new Set<ChildProcess>();
// A test that fails midway must not leave its servers running.
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

export interface ServerProcess {
  /** URL of the current process, which binds free ports itself. */
  readonly url: string;
  readonly mqttPort: number;
  /** Resolves when the process has reported that it is ready. */
  start(): Promise<void>;
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Pauses or resumes the process. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
  dispose(): Promise<void>;
}

/** Nothing listens on this port: connections are refused as long as the program is down. */
const REFUSING_PORT = 1;

/** `programs` returns the program of the next start. */
export async function serverProcess(
  databaseUrl: string,
  env: Readonly<Record<string, string>>,
  programs: () => Promise<string> = programFile,
): Promise<ServerProcess> {
  const dataDir = temporaryFolder();
  let port = REFUSING_PORT;
  let mqttPort = REFUSING_PORT;
  let child: ChildProcess | undefined;
  const kill = async (signal: NodeJS.Signals = 'SIGKILL') => {
    const running = child;
    child = undefined;
    if (running === undefined || running.exitCode !== null) return;
    running.kill(signal);
    await once(running, 'exit');
    port = mqttPort = REFUSING_PORT;
    children.delete(running);
  };
  return {
    get url() {
      return `http://127.0.0.1:${port}`;
    },
    get mqttPort() {
      return mqttPort;
    },
    async start() {
      const running = spawn(process.execPath, [await programs()], {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: {
          ...process.env,
          HOST: '127.0.0.1',
          PORT: '0',
          MQTT_PORT: '0',
          DATA_DIR: dataDir,
          DATABASE_URL: databaseUrl,
          SECRETS_KEY: TEST_SECRETS_KEY,
          DEMO: '0',
          LOG_LEVEL: process.env.TEST_LOG ?? 'fatal',
          ...env,
        },
      });
      children.add(running);
      child = running;
      [port, mqttPort] = await reportedPorts(running);
    },
    kill,
    signal: (signal) => void child?.kill(signal),
    async dispose() {
      await kill('SIGTERM');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Returns the HTTP and MQTT ports from the lines the program writes when it is ready. */
function reportedPorts(child: ChildProcess): Promise<[http: number, mqtt: number]> {
  return new Promise((resolve, reject) => {
    let http = 0;
    createInterface({ input: child.stdout! }).on('line', (line) => {
      const [, scheme, port] = /(http|mqtt):\/\/\S+:(\d+)/.exec(line) ?? [];
      if (scheme === 'http') http = Number(port);
      if (scheme === 'mqtt') resolve([http, Number(port)]);
    });
    child.once('exit', () => reject(new Error('the server ended at its start')));
  });
}

export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/**
 * A device and its link. A reboot replaces both and preserves what the device stores permanently.
 */
export interface RigDevice {
  readonly code: string;
  readonly deviceId: number;
  device: SimulatedDevice;
  connection: Connection;
  /** Turns the power off and on: unsent messages are lost, permanently stored data is preserved. */
  reboot(): void;
  /** Opens a new link through the current port; the old one has already ended. */
  newLine(): void;
  /**
   * Opens a new link through the current port while the old one stays open and unread: messages
   * still arriving on it are in `overOldLines`.
   */
  leaveLine(): void;
  endOldLines(): Promise<unknown>;
  /** From now on commands reach the device only after `release`. */
  hold(): void;
  release(): void;
  readonly overOldLines: { readonly payload: string; readonly at: number }[];
}

export interface DevicesOptions {
  readonly count: number;
  readonly seed: number;
  /** Port of the link that the device with this index uses. */
  readonly portOf: (index: number) => number;
  /** The device's clock minus true time. */
  readonly skewMsOf?: (index: number) => number;
  readonly executions: Execution[];
}

/** Creates the rows of the devices, then connects them. */
export async function startDevices(
  database: Database,
  tenant: Tenant,
  options: DevicesOptions,
): Promise<RigDevice[]> {
  const random = seededRandom(options.seed);
  const now = Date.now();
  const members = Array.from({ length: options.count }, (_, index) => ({
    deviceId: 300_000_000 + options.seed * 1_000 + index,
    code: `RIG${options.seed}N${String(index).padStart(8, '0')}`,
  }));
  await insertDevices(database, tenant, members, now);
  return members.map(({ code, deviceId }, index) => {
    const spec: DeviceSpec = {
      code,
      type: 'MT61',
      slaveCount: 0,
      ratedCurrentA: 63,
      zone: 'Asia/Shanghai',
      countsFrom: now,
      intervalMs: 60_000,
      moveMs: 50,
      loadOf: `LOAD${index % 4}`,
    };
    const lineOf = (device: SimulatedDevice): Connection => {
      const line = lineTo(device, {
        url: `mqtt://127.0.0.1:${options.portOf(index)}`,
        random,
        executions: options.executions,
        isOn: () => rig.device === device && rig.connection === line,
        hold: (payload) => held?.push(payload) !== undefined,
        onUnheard: (payload) => rig.overOldLines.push({ payload, at: Date.now() }),
      });
      return line;
    };
    const device = new SimulatedDevice(spec, now);
    device.quirks.clockSkewMs = options.skewMsOf?.(index) ?? 0;
    const left: Connection[] = [];
    let held: Uint8Array[] | undefined;
    const rig: RigDevice = {
      code,
      deviceId,
      device,
      connection: lineOf(device),
      reboot() {
        const kept = decodeStored(JSON.parse(encodeStored(rig.device.snapshot())));
        const again = new SimulatedDevice(spec, Date.now(), kept);
        Object.assign(again.quirks, rig.device.quirks);
        void rig.connection.stop(0);
        rig.device = again;
        rig.connection = lineOf(again);
        rig.connection.start();
      },
      newLine() {
        rig.connection = lineOf(rig.device);
        rig.connection.start();
      },
      leaveLine() {
        left.push(rig.connection);
        rig.newLine();
      },
      hold() {
        held ??= [];
      },
      release() {
        const payloads = held ?? [];
        held = undefined;
        for (const payload of payloads) {
          rig.connection.say(execute(rig.device, payload, options.executions));
        }
      },
      endOldLines: () => Promise.all(left.splice(0).map((line) => line.stop(0))),
      overOldLines: [],
    };
    // The starts are staggered, because on a busy machine the last devices would time out.
    setTimeout(() => rig.connection.start(), index * 20);
    return rig;
  });
}

interface LineOptions {
  readonly url: string;
  readonly random: () => number;
  readonly executions: Execution[];
  /** Returns false after a reboot: messages that the old link still delivers are dropped. */
  readonly isOn: () => boolean;
  readonly onUnheard: (payload: string) => void;
  /** Returns true if the command is held back. */
  readonly hold: (payload: Uint8Array) => boolean;
}

function lineTo(device: SimulatedDevice, options: LineOptions): Connection {
  const { code } = device.spec;
  return new Connection({
    url: options.url,
    code,
    secret: `${code}-secret`,
    random: options.random,
    greeting: () => device.greeting(Date.now()),
    onCommand(payload) {
      if (!options.isOn()) {
        options.onUnheard(Buffer.from(payload).toString());
        return [];
      }
      return options.hold(payload) ? [] : execute(device, payload, options.executions);
    },
    onAcknowledged: () => undefined,
    onTrouble: () => undefined,
  });
}

/** Lets the device execute a command and reply; an operation is recorded. */
function execute(device: SimulatedDevice, payload: Uint8Array, executions: Execution[]) {
  const at = Date.now();
  const { messages, execution } = device.onCommand(payload, at);
  // After a switch operation the platform requests readings, which is not an operation itself.
  if (execution !== undefined && execution.command.op !== 'summon') {
    const { command, moved } = execution;
    executions.push({
      deviceCode: device.spec.code,
      commandId: command.id,
      at: device.deviceTime(at),
      moved,
    });
  }
  return messages;
}

async function insertDevices(
  database: Database,
  tenant: Tenant,
  members: readonly { code: string; deviceId: number }[],
  now: number,
): Promise<void> {
  const at = new Date(now);
  const { customerId: customer_id } = tenant;
  await database.db
    .insertInto('device')
    .values(
      members.map(({ code, deviceId }) => ({
        customer_id,
        device_id: deviceId,
        device_code: code,
        name: code,
        device_type_id: 1,
        kind: 'main' as const,
        group_id: tenant.groupId,
        rate_id: tenant.rateId,
        secret_hash: createHash('sha256').update(`${code}-secret`).digest(),
        created_at: at,
      })),
    )
    .execute();
  await database.db
    .insertInto('device_code')
    .values(
      members.map(({ code, deviceId }) => ({
        device_code: code,
        customer_id,
        device_id: deviceId,
      })),
    )
    .execute();
  await database.db
    .insertInto('device_state')
    .values(members.map(({ deviceId }) => ({ customer_id, device_id: deviceId })))
    .execute();
}

/** User id of the first operator; those of the others follow. */
export const FIRST_OPERATOR = 310_000_000;

/**
 * Opens sessions of this many operators. The commands of one user are processed sequentially, so
 * that the rate of the user can be counted; only several users submit commands concurrently.
 */
export async function openOperators(
  database: Database,
  tenant: Tenant,
  count: number,
): Promise<string[]> {
  const now = Date.now();
  const { customerId: customer_id, groupId: group_id } = tenant;
  const users = Array.from({ length: count }, (_, index) => ({
    customer_id,
    user_id: FIRST_OPERATOR + index,
    group_id,
    user_name: `rig-operator-${index}`,
    password_hash: 'none',
    role: 'operator' as const,
    created_at: new Date(now),
    password_changed_at: new Date(now),
  }));
  await database.db.insertInto('user_account').values(users).execute();
  return Promise.all(users.map(({ user_id }) => openSession(database, customer_id, user_id, now)));
}

/**
 * Returns the stored result of each switch command to the rig's devices, without read requests,
 * which switch nothing.
 */
export async function fatesOf(database: Database, tenant: Tenant): Promise<CommandFate[]> {
  const { db } = database;
  const commands = await db
    .selectFrom('command')
    .select([
      'command_id',
      'link_device_code',
      'state',
      'created_at',
      'expires_at',
      'sent_at',
      'ended_at',
    ])
    .where('customer_id', '=', tenant.customerId)
    .where('link_device_code', 'like', 'RIG%')
    .where('kind', 'in', ['switch', 'slaves'])
    .execute();
  const transitions = await db
    .selectFrom('command_transition')
    .select(['command_id', 'state', 'at'])
    .where('customer_id', '=', tenant.customerId)
    .orderBy('step')
    .execute();
  const steps = new Map<string, { state: CommandFate['state']; at: number }[]>();
  for (const { command_id, state, at } of transitions) {
    const list = steps.get(command_id) ?? [];
    steps.set(command_id, list);
    list.push({ state, at });
  }
  return commands.map((row) => ({
    deviceCode: row.link_device_code,
    commandId: row.command_id,
    state: row.state,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    sentAt: row.sent_at,
    endedAt: row.ended_at,
    transitions: steps.get(row.command_id) ?? [],
  }));
}

export interface SubmitAnswer {
  readonly status: number;
  readonly reason: string | undefined;
  readonly commandId: string | undefined;
  readonly tookMs: number;
}

/** Submits one command through one of the two API versions. */
export async function submitCommand(
  url: string,
  way: 'v1' | 'v2',
  token: string,
  deviceCode: string,
  command: string,
  { key, queue }: { readonly key?: string; readonly queue?: boolean } = {},
): Promise<SubmitAnswer> {
  const startedAt = performance.now();
  const answer = await fetch(
    `${url}${way === 'v1' ? '/device/swControl' : '/api/v2/device/control'}`,
    {
      method: 'POST',
      headers: {
        authorization: token,
        'content-type': 'application/json',
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      body: JSON.stringify({
        ...(way === 'v1' ? { devId: deviceCode } : { device_code: deviceCode }),
        data: { switch: command },
        ...(queue === true ? { queue } : {}),
      }),
    },
  );
  const body = (await answer.json()) as { reason?: string; data?: { command_id: string } };
  return {
    status: answer.status,
    reason: body.reason,
    commandId: body.data?.command_id,
    tookMs: performance.now() - startedAt,
  };
}
