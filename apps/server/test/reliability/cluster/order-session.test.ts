/**
 * The process that receives states, alarms and replies from an external broker is killed under
 * load: another one continues in their order, and no command stays unknown (docs/adr/0062).
 */
import { sql } from 'kysely';
import mqtt from 'mqtt';
import { afterAll, describe, expect, it } from 'vitest';
import { describeWithDatabase } from '../../support/databases.ts';
import { createTenant } from '../../support/factories/tenant.ts';
import { buildTenantDevice } from '../../support/factories/tenant-device.ts';
import { createMosquitto, mosquittoProgram } from '../../support/programs/mosquitto.ts';
import { pollUntil } from '../../support/programs/poll-until.ts';
import { type ServerProgram, serverProgram } from '../../support/programs/server-program.ts';
import { SOAK_TIMEOUT_MS } from '../../support/sizes.ts';
import type { Execution } from '../command-checkers.ts';
import { fatesOf, openOperators, pause, startDevices, submitCommand } from '../command-rig.ts';
import { sendAlarms } from './alarm-cycles.ts';
import { NO_VIOLATIONS, violationsOf } from './cluster-load.ts';

const DEVICES = 4;
const COMMAND_EVERY_MS = 250;
/** Number of alarms that are stored before the kill, and again after it. */
const CYCLES = 30;

describe.skipIf(mosquittoProgram === undefined)('two servers at an external broker', () => {
  describeWithDatabase('of which one holds the session for ordered messages', (database) => {
    const removals: (() => unknown)[] = [];
    afterAll(async () => {
      for (const remove of removals.toReversed()) await remove();
    });

    const started = async (env: Readonly<Record<string, string>>) => {
      const program = await serverProgram(env);
      removals.push(() => program.remove());
      await program.start();
      return program;
    };
    const urlOf = ({ said }: ServerProgram) =>
      said.map((line) => /is ready: (\S+)/.exec(line)?.[1]).find(Boolean)!;
    const holder = async () => {
      const { rows } = await sql<{ holder: string | null }>`
        select holder from broker_session
        where session_number = -1 and is_subscribed`.execute(database.db);
      return rows[0]?.holder ?? undefined;
    };

    it(
      'continue with replies and alarms in their order after it is killed',
      async () => {
        const broker = await createMosquitto();
        removals.push(() => broker.remove());
        await broker.start();
        const tenant = await createTenant(database, { label: 'order', now: Date.now() });
        const env = {
          DATABASE_URL: database.databaseUrl,
          MQTT_URL: broker.url,
          CONTROL_GAP_S: '0',
          CONTROL_PER_MINUTE: '100000',
        };
        const victim = await started(env);
        const victimId = await pollUntil(holder, (id) => id !== undefined, 30_000);
        const other = await started(env);
        const [token] = await openOperators(database, tenant, 1);
        const executions: Execution[] = [];
        const devices = await startDevices(database, tenant, {
          count: DEVICES,
          seed: 62,
          portOf: () => broker.port,
          executions,
        });
        removals.push(() => Promise.all(devices.map(({ connection }) => connection.stop(0))));
        const source = await buildTenantDevice(database, tenant);
        const client = await mqtt.connectAsync(broker.url);
        removals.push(() => client.endAsync(true));
        const alarms = sendAlarms(client, source.deviceCode);
        removals.push(() => alarms.stop());

        const ofSource = async <Row>(table: string, columns: string, order: string) => {
          const { rows } = await sql<Row>`select ${sql.raw(columns)} from ${sql.table(table)}
            where device_id = ${source.deviceId} order by ${sql.ref(order)}`.execute(database.db);
          return rows;
        };
        const alarmCount = async () => (await ofSource('alarm', 'alarm_id', 'alarm_id')).length;
        const confirmed = async () =>
          (await fatesOf(database, tenant)).filter(({ state }) => state === 'confirmed').length;

        let isOver = false;
        const commands = (async () => {
          for (let at = 0; !isOver; at += 1) {
            const { device, code } = devices[at % DEVICES]!;
            const isClosed = device.units[0]!.contact.action.startsWith('close');
            await submitCommand(urlOf(other), 'v2', token!, code, isClosed ? 'open' : 'close');
            await pause(COMMAND_EVERY_MS);
          }
        })();
        const [reachedAlarms, reachedCommands] = [CYCLES, DEVICES * 2];
        await pollUntil(alarmCount, (count) => count >= reachedAlarms, 60_000);
        await pollUntil(confirmed, (count) => count >= reachedCommands, 60_000);

        expect(await holder()).toBe(victimId);
        await victim.end('SIGKILL');
        const killedAt = performance.now();
        const before = { alarms: await alarmCount(), confirmed: await confirmed() };
        const since = () => ((performance.now() - killedAt) / 1000).toFixed(1);
        const [heldS, alarmS, replyS] = await Promise.all([
          pollUntil(holder, (id) => id !== victimId, 60_000).then(since),
          pollUntil(alarmCount, (count) => count > before.alarms, 60_000).then(since),
          pollUntil(confirmed, (count) => count > before.confirmed, 60_000).then(since),
        ]);
        const resumedAt = await alarmCount();
        await pollUntil(alarmCount, (count) => count >= resumedAt + CYCLES, 60_000);
        isOver = true;
        await commands;
        const sent = await alarms.stop();
        await pollUntil(alarmCount, (count) => count >= sent.alarms.length, 60_000);
        const fates = await pollUntil(
          () => fatesOf(database, tenant),
          (all) => all.every(({ endedAt }) => endedAt !== null),
          60_000,
        );
        console.log(
          `after the kill another process held the session for ordered messages in ${heldS} s, stored an alarm in ${alarmS} s and a reply in ${replyS} s; ` +
            `${sent.alarms.length} alarms, ${fates.length} commands`,
        );

        await pollUntil(
          () => ofSource('switch_event', 'occurred_at, switch_action', 'occurred_at'),
          (events) => events.length >= sent.positions.length,
          60_000,
        );
        expect(await ofSource('alarm', 'opened_at, ended_at, first_value', 'opened_at')).toEqual(
          sent.alarms,
        );
        expect(await ofSource('switch_event', 'occurred_at, switch_action', 'occurred_at')).toEqual(
          sent.positions,
        );
        expect(await violationsOf(database, tenant, executions)).toEqual(NO_VIOLATIONS);
        expect(fates.filter(({ state }) => state !== 'confirmed')).toEqual([]);
      },
      SOAK_TIMEOUT_MS,
    );
  });
});
