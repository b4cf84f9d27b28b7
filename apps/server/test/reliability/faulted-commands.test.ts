/**
 * docs/promises.md C1, C3, C6: commands over a link that delays, stalls, drops and duplicates, with
 * wrong clocks and a server that is killed repeatedly. Nothing is executed late or twice, and the
 * platform's result of each command is true in the end.
 */

import { seededRandom } from '@busbar/domain/demand/seeded-noise';
import { canMove } from '@busbar/domain/switch/command-state';
import { type LineFaults, startFaultProxy } from '@busbar/simulator/connection/fault-proxy';
import { applyFault } from '@busbar/simulator/connection/faults';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeWithDatabase } from '../support/databases.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { fixture } from '../support/fixture.ts';
import { SOAK_TIMEOUT_MS, seed, size } from '../support/sizes.ts';
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
import { fatesOf, openOperators, pause, serverProcess, startDevices } from './command-rig.ts';
import { runFaultedCommands } from './faulted-run.ts';

const COMMANDS = size('faultedCommands');
const KILLS = size('faultedKills');
const SEED = seed('faultedCommands', 11);
const DEVICES = size('faultedDevices');
const OPERATORS = Math.ceil(DEVICES / 3);
/** Lifetime of close and unlock commands; open and lock commands live four times as long. */
const TTL_S = 3;
const LINE: LineFaults = {
  delayMs: [0, 150],
  stallChance: 0.02,
  stallMs: 3_000,
  dropChance: 0.01,
  duplicateChance: 0.2,
};
/**
 * Twice what docs/promises.md C6 allows until an unknown outcome is resolved or an alarm is raised.
 */
const RECOVERY_MS = 120_000;

describeWithDatabase('commands over an unreliable link', (database) => {
  let tokens: readonly string[];
  const executions: Execution[] = [];
  const closing: (() => Promise<unknown> | unknown)[] = [];
  const random = seededRandom(SEED);
  const tenant = fixture(() => createTenant(database, { label: 'rig', now: Date.now() }));
  const server = fixture(() =>
    serverProcess(database.databaseUrl, {
      COMMAND_TTL_S: String(TTL_S),
      CONTROL_GAP_S: '0',
      CONTROL_PER_MINUTE: '100000',
      CONTROL_GROUP_PERCENT: '100',
    }),
  );
  beforeAll(async () => {
    tokens = await openOperators(database, tenant, OPERATORS);
    closing.push(() => server.dispose());
    await server.start();
  });
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });

  it(
    `have true results in ${COMMANDS} attempts, and none is executed late or twice`,
    async () => {
      const proxy = await startFaultProxy({
        target: {
          host: '127.0.0.1',
          // The port changes with each start of the server.
          get port() {
            return server.mqttPort;
          },
        },
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
        // A device whose clock is ahead finds all commands expired; one whose clock is behind finds
        // old ones recent.
        skewMsOf: (index) => ({ 9: 120_000, 6: -60_000, 5: -300_000 })[index % 10] ?? 0,
        executions,
      });
      closing.push(() => Promise.all(devices.map(({ connection }) => connection.stop(0))));
      // Some contacts do not switch: some of these devices report it, others confirm without
      // switching.
      devices.forEach(({ device, connection }, index) => {
        const fault = ({ 7: 'contact-stuck', 8: 'contact-stuck-admitted' } as const)[index % 10];
        if (fault !== undefined) connection.say(applyFault(fault, device, Date.now()));
      });

      const report = await runFaultedCommands({
        database,
        tenant,
        server,
        devices,
        tokens,
        executions,
        line: proxy.counts,
        random,
        commands: COMMANDS,
        kills: KILLS,
        ttlS: TTL_S,
        limitMs: SOAK_TIMEOUT_MS - RECOVERY_MS - 60_000,
      });
      // The link recovers, and unknown results are read back.
      const good = { ...LINE, stallChance: 0, dropChance: 0 };
      proxy.setFaults({ toBroker: good, toDevice: good });
      const fates = await settled();

      const count = (what: CommandFate['state']) =>
        fates.filter((fate) => fate.state === what).length;
      console.log(
        `${fates.length} commands in ${report.seconds.toFixed(0)} s, ${executions.length} executed, ` +
          `${count('confirmed')} confirmed, ${count('rejected')} rejected, ${count('expired')} expired, ` +
          `${count('cancelled')} overtaken; ${proxy.counts.connections} connections, ` +
          `${proxy.counts.dropped} dropped, ${proxy.counts.stalled} stalls, ` +
          `${proxy.counts.duplicated} doubled, ${report.kills} kills, ${report.reboots} reboots`,
      );
      expect(report.missing).toEqual([]);
      const findings = {
        otherCommands: report.otherCommands,
        serverErrors: report.serverErrors,
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
        otherCommands: [],
        serverErrors: [],
        late: [],
        lateSent: [],
        twice: [],
        overlapping: [],
        untrue: [],
        unsettled: [],
        broken: [],
      });
    },
    SOAK_TIMEOUT_MS,
  );

  /** Prints the transitions of the commands with violations, which cannot be reproduced later. */
  function tellOf(found: readonly string[], fates: readonly CommandFate[]): void {
    for (const fate of fates) {
      if (!found.some((text) => text.includes(fate.commandId))) continue;
      const ran = executions.filter(({ commandId }) => commandId === fate.commandId);
      console.log(JSON.stringify({ ...fate, ran }));
    }
  }

  /**
   * Excludes commands for which an alarm was raised: their devices' clocks are still before the
   * expiry.
   */
  async function unalarmed(fates: readonly CommandFate[]): Promise<CommandFate[]> {
    const alarms = await database.db
      .selectFrom('device_alarm_event')
      .innerJoin('device', (join) =>
        join
          .onRef('device.customer_id', '=', 'device_alarm_event.customer_id')
          .onRef('device.device_id', '=', 'device_alarm_event.device_id'),
      )
      .select(['device_code', 'occurred_at'])
      .where('alarm_type', '=', 'commandUnknown')
      .execute();
    const raised = new Set(alarms.map((row) => `${row.device_code} ${row.occurred_at}`));
    return fates.filter((fate) => !raised.has(`${fate.deviceCode} ${fate.expiresAt}`));
  }

  /** Waits until no command is open; an unknown result is read back or raises an alarm. */
  async function settled(): Promise<CommandFate[]> {
    const until = performance.now() + RECOVERY_MS;
    for (;;) {
      const fates = await fatesOf(database, tenant);
      if (unsettled(await unalarmed(fates)).length === 0 || performance.now() > until) return fates;
      await pause(500);
    }
  }
});
