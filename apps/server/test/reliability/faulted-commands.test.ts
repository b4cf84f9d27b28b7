/**
 * C1, C3, C6: commands over a line that delays, stalls, drops and doubles, with clocks that go
 * wrong and a server that is killed again and again. Nothing is executed late or twice, and what
 * the platform says of each command is true in the end.
 */

import { seededRandom } from '@busbar/domain/demand/seeded-noise';
import { canMove } from '@busbar/domain/switch/command-state';
import { type LineFaults, startFaultProxy } from '@busbar/simulator/fault-proxy';
import { applyFault } from '@busbar/simulator/faults';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../support/databases.ts';
import { createTenant, type Tenant } from '../support/world.ts';
import {
  brokenLives,
  type CommandFate,
  doubleExecutions,
  type Execution,
  lateExecutions,
  lateSendings,
  overlaps,
  unsettled,
  untruths,
} from './command-checkers.ts';
import {
  fatesOf,
  giveOrder,
  openOperators,
  pause,
  type RigDevice,
  type ServerProcess,
  serverProcess,
  startDevices,
} from './command-rig.ts';

const NIGHTLY = process.env.TEST_SIZE === 'nightly';
/** C6 asks for ten thousand; C1 (500) and C3 (5,000) are within. */
const COMMANDS = Number(process.env.C1_COMMANDS ?? 10_000);
const KILLS = Number(process.env.C1_KILLS ?? (NIGHTLY ? 200 : 12));
const SEED = Number(process.env.C1_SEED ?? 11);
/** Orders are given so long at most; on a busy machine longer, until there are those of C3. */
const AT_MOST_S = Number(process.env.C1_SECONDS ?? (NIGHTLY ? 7_200 : 600));
const AT_LEAST = Math.min(COMMANDS, 5_000);
const FOR_THE_LEAST_S = AT_MOST_S + 450;
const DEVICES = 120;
const OPERATORS = 40;
/** Life of close and unlock; open and lock live four times as long. */
const TTL_S = 3;
const LINE: LineFaults = {
  delayMs: [0, 150],
  stallChance: 0.02,
  stallMs: 3_000,
  dropChance: 0.01,
  duplicateChance: 0.2,
};
const ORDERS = ['open', 'close', 'lock', 'unlock'] as const;

describe('commands over a bad line', () => {
  let database: TestDatabase;
  let tenant: Tenant;
  let tokens: readonly string[];
  let server: ServerProcess;
  const executions: Execution[] = [];
  const closing: (() => Promise<unknown> | unknown)[] = [];
  const random = seededRandom(SEED);

  beforeAll(async () => {
    database = await freshDatabase();
    tenant = await createTenant(database, { label: 'rig', now: Date.now() });
    tokens = await openOperators(database, tenant, OPERATORS);
    server = await serverProcess(database.databaseUrl!, {
      COMMAND_TTL_S: String(TTL_S),
      CONTROL_GAP_S: '0',
      CONTROL_PER_MINUTE: '100000',
      CONTROL_GROUP_PERCENT: '100',
    });
    closing.push(() => server.dispose());
    await server.start();
  });
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });

  it(
    `tells the truth of ${COMMANDS} commands and executes none late or twice`,
    async () => {
      const proxy = await startFaultProxy({
        target: { host: '127.0.0.1', port: server.mqttPort },
        port: 0,
        seed: SEED,
        toBroker: LINE,
        toDevice: LINE,
      });
      closing.push(() => proxy.close());
      const devices = await startDevices(database, tenant, {
        count: DEVICES,
        seed: SEED,
        portOf: () => proxy.port,
        // A device whose clock is ahead finds all commands expired; one behind takes them for young.
        skewMsOf: (index) => ({ 9: 120_000, 6: -60_000, 5: -300_000 })[index % 10] ?? 0,
        executions,
      });
      closing.push(() => Promise.all(devices.map(({ connection }) => connection.stop(0))));
      // Some contacts do not move: of these some say so, others say yes and nothing more.
      devices.forEach(({ device, connection }, index) => {
        const fault = ({ 7: 'contact-stuck', 8: 'contact-stuck-admitted' } as const)[index % 10];
        if (fault !== undefined) connection.say(applyFault(fault, device, Date.now()));
      });

      const state = { accepted: 0, done: false };
      const startedAt = performance.now();
      const trouble = [killNowAndThen(state), rebootNowAndThen(devices, state)] as const;
      void learnSizes(state);
      await Promise.all(devices.map((device) => operate(device, state)));
      const tookS = (performance.now() - startedAt) / 1_000;
      state.done = true;
      const [kills, reboots] = await Promise.all(trouble);
      // The line gets well, and what is not known yet is read back.
      const good = { ...LINE, stallChance: 0, dropChance: 0 };
      proxy.setFaults({ toBroker: good, toDevice: good });
      const fates = await settled();

      const count = (what: CommandFate['state']) =>
        fates.filter((fate) => fate.state === what).length;
      console.log(
        `seed ${SEED}: ${fates.length} commands of ${COMMANDS} in ${tookS.toFixed(0)} s, ${executions.length} executed, ` +
          `${count('confirmed')} confirmed, ${count('rejected')} rejected, ${count('expired')} expired, ` +
          `${count('cancelled')} overtaken; ${proxy.counts.connections} connections, ` +
          `${proxy.counts.dropped} dropped, ${proxy.counts.stalled} stalls, ` +
          `${proxy.counts.duplicated} doubled, ${kills} kills, ${reboots} reboots`,
      );
      expect(fates.length).toBeGreaterThanOrEqual(AT_LEAST);
      expect(kills).toBeGreaterThan(1);
      expect(reboots).toBeGreaterThan(10);
      const findings = {
        late: lateExecutions(executions, fates, 0),
        lateSent: lateSendings(fates),
        twice: doubleExecutions(executions),
        overlapping: overlaps(fates),
        untrue: untruths(executions, fates),
        unsettled: unsettled(await unalarmed(fates)),
        broken: brokenLives(fates, canMove),
      };
      tellOf(Object.values(findings).flat(), fates);
      expect(findings).toEqual({
        late: [],
        lateSent: [],
        twice: [],
        overlapping: [],
        untrue: [],
        unsettled: [],
        broken: [],
      });
      // The run was worth something: each kind of trouble was there.
      expect(proxy.counts.dropped).toBeGreaterThan(10);
      expect(proxy.counts.stalled).toBeGreaterThan(10);
      expect(proxy.counts.duplicated).toBeGreaterThan(10);
      expect(count('confirmed')).toBeGreaterThan(fates.length / 4);
      expect(count('expired')).toBeGreaterThan(0);
      expect(count('rejected')).toBeGreaterThan(0);
      const unknowns = fates.filter(({ transitions }) =>
        transitions.some((step) => step.state === 'unknown'),
      );
      expect(unknowns.length).toBeGreaterThan(0);
    },
    (FOR_THE_LEAST_S + 300) * 1_000,
  );

  /** The lives of the commands something was found about: nobody sees them a second time. */
  function tellOf(found: readonly string[], fates: readonly CommandFate[]): void {
    for (const fate of fates) {
      if (!found.some((text) => text.includes(fate.commandId))) continue;
      const ran = executions.filter(({ commandId }) => commandId === fate.commandId);
      console.log(JSON.stringify({ ...fate, ran }));
    }
  }

  /** Gives one device orders until all have had enough; tries what its contact may permit. */
  async function operate(rig: RigDevice, state: { accepted: number }): Promise<void> {
    const { code } = rig;
    // Who locks must be the one who unlocks.
    const token = tokens[rig.deviceId % tokens.length]!;
    let attempt = 0;
    const startedAt = performance.now();
    const isGoingOn = () => {
      const tookS = (performance.now() - startedAt) / 1_000;
      return tookS < (state.accepted < AT_LEAST ? FOR_THE_LEAST_S : AT_MOST_S);
    };
    while (state.accepted < COMMANDS && isGoingOn()) {
      const action = rig.device.units[0]!.contact.action;
      const order = action.startsWith('close')
        ? random() < 0.7
          ? 'open'
          : 'lock'
        : action.startsWith('lock')
          ? 'unlock'
          : 'close';
      const wild = random() < 0.1 ? ORDERS[Math.floor(random() * 4)]! : order;
      const key = `${code}-${++attempt}`;
      // Most look whether the breaker is there; what is refused tells nothing of late and twice.
      if (!rig.connection.connected && random() < 0.8) {
        await pause(300);
        continue;
      }
      try {
        const answer = await giveOrder(
          server.url,
          random() < 0.5 ? 'v1' : 'v2',
          token,
          code,
          wild,
          { key },
        );
        if (answer.commandId !== undefined) {
          state.accepted += 1;
          if (random() < 0.3) {
            // The same request again, as a client does that heard no answer.
            const again = await giveOrder(server.url, 'v2', token, code, wild, { key }).catch(
              () => undefined,
            );
            if (again?.commandId !== undefined) expect(again.commandId).toBe(answer.commandId);
          }
          if (random() < 0.8) await carriedOut(answer.commandId);
        }
      } catch {
        // The server was killed just now; whether it took the order the tables will tell.
      }
      await pause(50 + random() * 250);
    }
  }

  /** Until the device has been told, or will not be any more: an order before that is refused mostly. */
  async function carriedOut(commandId: string): Promise<void> {
    const until = performance.now() + TTL_S * 1_000;
    while (performance.now() < until) {
      if (executions.slice(-500).some((ran) => ran.commandId === commandId)) return;
      await pause(50);
    }
  }

  /** A database that has run for a day knows how large its tables are; this one was empty just now. */
  async function learnSizes(state: { done: boolean }): Promise<void> {
    while (!state.done) {
      await sql`analyze device, device_state, command, command_transition`.execute(database.db);
      await pause(10_000);
    }
  }

  async function killNowAndThen(state: { done: boolean }): Promise<number> {
    let kills = 0;
    for (; kills < KILLS; kills++) {
      await pause(4_000 + random() * 6_000);
      if (state.done) break;
      await server.kill('SIGKILL');
      await server.start();
    }
    return kills;
  }

  /** C3: what a device remembers of its commands it remembers over a reboot. */
  async function rebootNowAndThen(
    devices: readonly RigDevice[],
    state: { done: boolean },
  ): Promise<number> {
    let reboots = 0;
    for (; !state.done; reboots++) {
      await pause(500 + random() * 1_000);
      const index = Math.floor(random() * devices.length);
      // A stuck contact would come loose.
      if (index % 10 === 7 || index % 10 === 8) continue;
      devices[index]!.reboot();
    }
    return reboots;
  }

  /** Without those an alarm was raised for: their devices' clocks are still before the expiry. */
  async function unalarmed(fates: readonly CommandFate[]): Promise<CommandFate[]> {
    const alarms = await database.db
      .selectFrom('device_alarm_event')
      .innerJoin('device', 'device.device_id', 'device_alarm_event.device_id')
      .select(['device_code', 'occurred_at'])
      .where('alarm_type', '=', 'commandUnknown')
      .execute();
    const raised = new Set(alarms.map((row) => `${row.device_code} ${row.occurred_at}`));
    return fates.filter((fate) => !raised.has(`${fate.deviceCode} ${fate.expiresAt}`));
  }

  /** Waits until no command is open; what stays unknown is read back, or an alarm calls a person. */
  async function settled(): Promise<CommandFate[]> {
    const until = Date.now() + 120_000;
    for (;;) {
      const fates = await fatesOf(database, tenant);
      if (unsettled(await unalarmed(fates)).length === 0 || Date.now() > until) return fates;
      await pause(500);
    }
  }
});
