/** Users and browsers behind HAProxy, and what the tests of several processes read from it. */
import { canMove } from '@busbar/domain/switch/command-state';
import type { Database } from '../../../src/storage/database.ts';
import { openClient } from '../../realtime/websocket-client.ts';
import { eventually } from '../../support/eventually.ts';
import type { Tenant } from '../../support/factories/tenant.ts';
import type { Haproxy, ProxiedName } from '../../support/programs/haproxy.ts';
import {
  brokenLives,
  doubleExecutions,
  type Execution,
  lateExecutions,
  lateSendings,
  overlaps,
  untruths,
} from '../command-checkers.ts';
import { fatesOf, pause, type RigDevice, submitCommand } from '../command-rig.ts';

const BACKENDS = ['busbar', 'busbar_realtime', 'busbar_mqtt'] as const;

/** Reads and changes the servers of HAProxy at its admin socket. */
export function haproxyAdmin(proxy: () => Haproxy) {
  /** Returns the columns of HAProxy's statistics of one server in one backend. */
  async function statistics(backend: string, name: ProxiedName) {
    const [head = '', ...lines] = (await proxy().command('show stat')).split('\n');
    const columns = head.replace('# ', '').split(',');
    const values = lines.find((line) => line.startsWith(`${backend},${name},`))?.split(',') ?? [];
    const column = (title: string) => values[columns.indexOf(title)] ?? '';
    return {
      status: column('status'),
      connections: Number(column('scur')),
      requests: Number(column('stot')),
    };
  }
  return {
    statistics,
    statusOf: async (name: ProxiedName) =>
      Promise.all(BACKENDS.map(async (backend) => (await statistics(backend, name)).status)),
    async setState(name: ProxiedName, state: 'drain' | 'ready'): Promise<void> {
      for (const backend of BACKENDS) {
        await proxy().command(`set server ${backend}/${name} state ${state}`);
      }
    },
  };
}

export const nextCommand = ({ device }: RigDevice) =>
  device.units[0]!.contact.action.startsWith('close') ? 'open' : 'close';

/** Lets users submit one command after the other, until `stop`. */
export function operate(
  web: () => string,
  tokens: readonly string[],
  rigs: readonly RigDevice[],
  random: () => number,
) {
  let isOver = false;
  let accepted = 0;
  const statuses = new Map<number, number>();
  const failures: string[] = [];
  const run = async (token: string) => {
    while (!isOver) {
      const rig = rigs[Math.floor(random() * rigs.length)]!;
      try {
        const answer = await submitCommand(web(), 'v2', token, rig.code, nextCommand(rig));
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        if (answer.commandId !== undefined) accepted += 1;
      } catch (error) {
        failures.push(String(error));
      }
      await pause(50);
    }
  };
  const running = tokens.map(run);
  return {
    count: tokens.length,
    accepted: () => accepted,
    statuses,
    failures,
    /** Resolves when the requests in progress have ended. */
    async stop() {
      isOver = true;
      await Promise.all(running);
    },
  };
}

/** Keeps a real-time channel open, as a browser does, until `stop`. */
export function openBrowser(web: () => string, token: string, userId: number) {
  const seen = { frames: 0, opened: 0, ended: [] as number[] };
  let isOver = false;
  let stop = () => {};
  const run = async () => {
    while (!isOver) {
      const client = await openClient(`${web().replace('http', 'ws')}/api/websocket/info`, {
        authorization: token,
      });
      if (client.isOpen) {
        seen.opened += 1;
        client.send(String(userId));
        client.ws.on('message', () => {
          seen.frames += 1;
        });
        stop = () => client.ws.terminate();
        if (isOver) stop();
      }
      const code = await client.closed;
      // 4401 and 401 mean that the session has ended.
      if (code === 4401 || code === 401) seen.ended.push(code);
      await pause(200);
    }
  };
  const ran = run();
  return {
    seen,
    async stop() {
      isOver = true;
      stop();
      await ran;
    },
  };
}

/** Waits until no command is open and returns every violation; none is allowed. */
export async function violationsOf(
  database: Database,
  tenant: Tenant,
  executions: readonly Execution[],
): Promise<Record<string, readonly unknown[]>> {
  const open = async () =>
    (await fatesOf(database, tenant)).filter(({ endedAt }) => endedAt === null).length;
  await eventually(open, 120_000).toBe(0);
  const fates = await fatesOf(database, tenant);
  return {
    late: lateExecutions(executions, fates, 0),
    lateSent: lateSendings(fates),
    twice: doubleExecutions(executions),
    overlapping: overlaps(fates),
    untrue: untruths(executions, fates),
    broken: brokenLives(fates, canMove),
  };
}
export const NO_VIOLATIONS = {
  late: [],
  lateSent: [],
  twice: [],
  overlapping: [],
  untrue: [],
  broken: [],
};

/** Counts the devices that the platform shows as connected and in a known position. */
export async function countConnected(
  { db }: Pick<Database, 'db'>,
  rigs: readonly RigDevice[],
): Promise<number> {
  const rows = await db
    .selectFrom('device_state')
    .select('device_id')
    .where('device_id', 'in', rigs.length > 0 ? rigs.map(({ deviceId }) => deviceId) : [0])
    .where('switch_action', 'is not', null)
    .where('connected', '=', true)
    .execute();
  return rows.length;
}
