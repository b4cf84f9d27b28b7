/**
 * Operators who keep submitting commands over an unreliable link, while the server is killed and
 * devices reboot. A run ends when it has covered everything required, not after a time.
 */
import type { FaultProxyCounts } from '@busbar/simulator/connection/fault-proxy';
import { sql } from 'kysely';
import type { TestDatabase } from '../support/databases.ts';
import type { Tenant } from '../support/factories/tenant.ts';
import type { Execution } from './command-checkers.ts';
import { pause, type RigDevice, type ServerProcess, submitCommand } from './command-rig.ts';

export interface FaultedRun {
  readonly database: TestDatabase;
  readonly tenant: Tenant;
  readonly server: ServerProcess;
  readonly devices: readonly RigDevice[];
  readonly tokens: readonly string[];
  readonly executions: readonly Execution[];
  readonly line: FaultProxyCounts;
  readonly random: () => number;
  /** Minimum numbers of commands to submit and of server kills. */
  readonly commands: number;
  readonly kills: number;
  /** A close command expires after this time. */
  readonly ttlS: number;
  /** The run gives up after this time; `missing` then names what it never covered. */
  readonly limitMs: number;
}

export interface FaultedRunReport {
  readonly seconds: number;
  readonly kills: number;
  readonly reboots: number;
  /** Repeated requests that were answered with another command. */
  readonly otherCommands: readonly string[];
  /** Answers that report a server error, with status and reason. */
  readonly serverErrors: readonly string[];
  readonly missing: readonly string[];
}

const COMMANDS = ['open', 'close', 'lock', 'unlock'] as const;

export async function runFaultedCommands(run: FaultedRun): Promise<FaultedRunReport> {
  const { database, server, devices, tokens, line, random } = run;
  const otherCommands: string[] = [];
  const serverErrors: string[] = [];
  let accepted = 0;
  let kills = 0;
  let reboots = 0;
  let missing: string[] = [];
  let isOver = false;
  const startedAt = performance.now();

  /** Submits commands to one device, mostly those that its contact may permit. */
  async function operate(rig: RigDevice): Promise<void> {
    // Only the user who locked a breaker may unlock it.
    const token = tokens[rig.deviceId % tokens.length]!;
    for (let attempt = 1; !isOver; attempt++) {
      // Most attempts wait until the device is connected, because a rejected one proves nothing.
      if (!rig.connection.connected && random() < 0.8) {
        await pause(300);
        continue;
      }
      await submit(rig, token, `${rig.code}-${attempt}`);
      await pause(50 + random() * 250);
    }
  }

  async function submit(rig: RigDevice, token: string, key: string): Promise<void> {
    const command = nextCommand(rig);
    // A killed server gives no response; its tables show whether it accepted the command.
    const post = (way: 'v1' | 'v2') =>
      submitCommand(server.url, way, token, rig.code, command, { key }).catch(() => undefined);
    const answer = await post(random() < 0.5 ? 'v1' : 'v2');
    // 503 is the response of a server that is overloaded or stopping; any other 5xx status reports
    // a failure.
    if (answer !== undefined && answer.status >= 500 && answer.status !== 503) {
      serverErrors.push(`${answer.status} ${answer.reason}`);
    }
    if (answer?.commandId === undefined) return;
    accepted += 1;
    if (random() < 1 / 16) rebootDevice();
    if (random() < 0.3) {
      // The same request is sent again, as by a client that received no response.
      const { commandId } = (await post('v2')) ?? {};
      if (commandId !== undefined && commandId !== answer.commandId) {
        otherCommands.push(`${key} gave ${answer.commandId}, then ${commandId}`);
      }
    }
    if (random() < 0.8) await carriedOut(answer.commandId);
  }

  function nextCommand(rig: RigDevice): string {
    if (random() < 0.1) return COMMANDS[Math.floor(random() * COMMANDS.length)]!;
    const action = rig.device.units[0]!.contact.action;
    if (action.startsWith('close')) return random() < 0.7 ? 'open' : 'lock';
    return action.startsWith('lock') ? 'unlock' : 'close';
  }

  /**
   * Waits until the command is executed or expired, because a command submitted earlier is mostly
   * rejected.
   */
  async function carriedOut(commandId: string): Promise<void> {
    const until = performance.now() + run.ttlS * 1_000;
    while (performance.now() < until) {
      if (run.executions.slice(-500).some((ran) => ran.commandId === commandId)) return;
      await pause(50);
    }
  }

  /**
   * Kills happen after a number of commands, not after a time, so that a slow machine does not have more
   * of them.
   */
  async function killServer(): Promise<void> {
    while (kills < run.kills && !isOver) {
      await pause(random() * 1_000);
      if (accepted < ((kills + 1) * run.commands) / (run.kills + 1)) continue;
      await server.kill('SIGKILL');
      await server.start();
      kills += 1;
    }
  }

  /** docs/promises.md C3: a device remembers its last commands across a reboot. */
  function rebootDevice(): void {
    const index = Math.floor(random() * devices.length);
    // A reboot would release a stuck contact.
    if (index % 10 === 7 || index % 10 === 8) return;
    devices[index]!.reboot();
    reboots += 1;
  }

  /** Ends the run when nothing is missing. */
  async function watch(): Promise<void> {
    for (let second = 0; !isOver; second++) {
      // The planner of a database that has run for a day knows the table sizes; this database
      // started empty.
      if (second % 10 === 0) {
        await sql`analyze device, device_state, command, command_transition`.execute(database.db);
      }
      missing = await missingNow();
      isOver = missing.length === 0 || performance.now() - startedAt > run.limitMs;
      if (!isOver) await pause(1_000);
    }
  }

  async function missingNow(): Promise<string[]> {
    const states = await countStates(run);
    const few = Math.min(10, run.commands / 60);
    const enough = {
      commands: states.all >= run.commands,
      'confirmed commands': states.confirmed >= run.commands / 4,
      'expired commands': states.expired > 0,
      'rejected commands': states.rejected > 0,
      'unknown outcomes': states.unknown > 0,
      kills: kills >= run.kills,
      reboots: reboots > few,
      'dropped connections': line.dropped > few,
      stalls: line.stalled > few,
      duplicates: line.duplicated > few,
    };
    return Object.entries(enough).flatMap(([kind, isMet]) => (isMet ? [] : [kind]));
  }

  await Promise.all([...devices.map(operate), killServer(), watch()]);
  const seconds = (performance.now() - startedAt) / 1_000;
  return { seconds, kills, reboots, otherCommands, serverErrors, missing };
}

/**
 * Returns the number of commands by their current state; `unknown` counts those that ever had that
 * state.
 */
async function countStates({ database, tenant }: FaultedRun) {
  const { rows } = await sql<
    Record<'all' | 'confirmed' | 'expired' | 'rejected' | 'unknown', number>
  >`
    select count(*)::int4 as all,
      count(*) filter (where state = 'confirmed')::int4 as confirmed,
      count(*) filter (where state = 'expired')::int4 as expired,
      count(*) filter (where state = 'rejected')::int4 as rejected,
      (select count(distinct command_id)::int4 from command_transition
        where customer_id = ${tenant.customerId} and state = 'unknown') as unknown
    from command where customer_id = ${tenant.customerId}
      and kind = 'switch' and link_device_code like 'RIG%'`.execute(database.db);
  return rows[0]!;
}
