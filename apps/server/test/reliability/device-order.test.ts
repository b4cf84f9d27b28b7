/**
 * Messages of one device that two servers receive from one external broker are applied in order:
 * positions, alarms and readings end as with one server.
 */
import { sql } from 'kysely';
import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../support/databases.ts';
import { createMosquitto, mosquittoProgram } from '../support/programs/mosquitto.ts';
import { pollUntil } from '../support/programs/poll-until.ts';
import { freePort, type ServerProgram, serverProgram } from '../support/programs/server-program.ts';
import { SOAK_TIMEOUT_MS, size } from '../support/sizes.ts';
import { publishUp } from '../support/start-gateway.ts';
import { registerReadingDevices } from './readings/reading-load.ts';

const CYCLES = size('orderedCycles');
/** Time between two messages of a cycle, by the device's clock. */
const STEP_MS = 2;
/** Alarms that began more than ten minutes ago are stored as history. */
const BEGIN = Date.now() - 240_000;

/** An alarm trips the breaker, a person closes it, and the alarm ends; with readings in between. */
function messagesOf(cycle: number): readonly (readonly [string, object])[] {
  const at = (step: number) => BEGIN + (cycle * 8 + step) * STEP_MS;
  const alarm = { type: 'overVoltage', kind: 'alarm', limit: 275, phase: 'A' };
  const reading = (ts: number) => ({ ts, volPa: 220 + (cycle % 20), epT: 100 });
  return [
    ['data', reading(at(0))],
    ['alarm', { ...alarm, ts: at(1), value: 281 + (cycle % 10), active: true }],
    ['state', { ts: at(2), action: 'openByFault' }],
    ['data', reading(at(3))],
    ['alarm', { ...alarm, ts: at(4), value: 270, active: false }],
    ['state', { ts: at(5), action: cycle % 2 === 0 ? 'closeByManual' : 'closeAutomatic' }],
    // The time of a device has steps: these two have one time.
    ['data', { ts: at(6), curA: cycle % 60 }],
    ['data', { ts: at(6), epI: 100 }],
  ];
}

const cycleOf = (alarm: unknown) =>
  (Number((alarm as { opened_at: Date }).opened_at) - BEGIN - STEP_MS) / (8 * STEP_MS);

describe.skipIf(mosquittoProgram === undefined)('servers that share one external broker', () => {
  const removals: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const remove of removals.toReversed()) await remove();
  });

  async function startServers(database: TestDatabase, url: string, count: number) {
    const servers: { program: ServerProgram; metrics: number }[] = [];
    for (let i = 0; i < count; i += 1) {
      const metrics = await freePort();
      const program = await serverProgram({
        DATABASE_URL: database.databaseUrl,
        MQTT_URL: url,
        METRICS_PORT: String(metrics),
      });
      removals.push(() => program.remove());
      await program.start();
      servers.push({ program, metrics });
    }
    return servers;
  }

  /** Rows of readings that a server has written: each server has a share of the messages. */
  async function rowsStoredBy({ metrics }: { readonly metrics: number }): Promise<number> {
    const text = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text();
    const counts = [...text.matchAll(/^busbar_ingest_rows_total\{[^}]*\} (\d+)/gm)];
    return counts.reduce((sum, [, rows]) => sum + Number(rows), 0);
  }

  const count = async (database: TestDatabase, table: string) => {
    const { rows } = await sql<{ n: number }>`select count(*)::int4 as n
      from ${sql.raw(table)}`.execute(database.db);
    return rows[0]!.n;
  };
  const rowsOf = async (database: TestDatabase, columns: string, table: string, order: string) => {
    const { rows } = await sql`select ${sql.raw(columns)} from ${sql.raw(table)}
      order by ${sql.raw(order)}`.execute(database.db);
    return rows;
  };

  async function recordsOf(serverCount: number) {
    const database = await freshDatabase();
    const broker = await createMosquitto();
    removals.push(() => broker.remove());
    await broker.start();
    const [device] = await registerReadingDevices(database, 1);
    const { deviceCode } = device!;
    const servers = await startServers(database, broker.url, serverCount);
    const client: MqttClient = await mqtt.connectAsync(broker.url);
    removals.push(async () => void client.end(true));
    // Each server has a session, and knows the device.
    await pollUntil(
      async () => {
        for (const volPa of [230, 230]) {
          await publishUp(client, deviceCode, 'data', { ts: BEGIN - 60_000, volPa });
        }
        await publishUp(client, deviceCode, 'info', { csq: 20 });
        const { rows } = await sql`select from device_state where signal_csq = 20`.execute(
          database.db,
        );
        const stored = await Promise.all(servers.map(rowsStoredBy));
        return rows.length > 0 && stored.every((n) => n > 0);
      },
      (are) => are,
      60_000,
    );
    // A device sends without waiting for acknowledgements, in the order of its clock.
    const sent: Promise<void>[] = [];
    for (let cycle = 0; cycle < CYCLES; cycle += 1) {
      for (const [kind, payload] of messagesOf(cycle)) {
        sent.push(publishUp(client, deviceCode, kind, payload));
      }
      if (sent.length >= 200) await Promise.all(sent.splice(0));
    }
    await Promise.all(sent);
    await pollUntil(
      async () => [
        await count(database, 'switch_event'),
        await count(database, `device_alarm_event where alarm_type = 'overVoltage'`),
        await count(database, 'measurement'),
        await count(database, 'energy_register'),
      ],
      (counts) => counts.join() === [CYCLES * 2, CYCLES * 2, CYCLES * 3 + 1, CYCLES * 3].join(),
      120_000,
    );
    const { db } = database;
    return {
      share: await Promise.all(servers.map(rowsStoredBy)),
      alarms: await rowsOf(
        database,
        'alarm_type, phase, opened_at, last_at, ended_at, end_reason, first_value, last_value, peak_value, limit_value',
        `alarm where source = 'device'`,
        'opened_at, ended_at',
      ),
      position: (
        await db
          .selectFrom('device_state')
          .select(['switch_action', 'switch_reported_at', 'switch_since'])
          .execute()
      )[0],
      positions: await rowsOf(
        database,
        'occurred_at, switch_action',
        'switch_event',
        'occurred_at',
      ),
      readings: await rowsOf(database, 'ts, voltage_a_v, current_a_a', 'measurement', 'ts'),
      registers: await rowsOf(
        database,
        'ts, active_total_kwh, active_import_kwh',
        'energy_register',
        'ts',
      ),
      conflicts: await count(database, 'reading_conflict'),
    };
  }

  it(
    `apply ${CYCLES} cycles of alarms, positions and readings of one device as one server does`,
    async () => {
      const { share: whole, ...expected } = await recordsOf(1);
      expect(whole).toHaveLength(1);
      expect(expected.alarms.map(cycleOf)).toEqual(Array.from({ length: CYCLES }, (_, i) => i));
      const { share, ...records } = await recordsOf(2);
      for (const part of share) expect(part).toBeGreaterThan(CYCLES / 4);
      expect(records).toEqual(expected);
    },
    SOAK_TIMEOUT_MS,
  );
});
