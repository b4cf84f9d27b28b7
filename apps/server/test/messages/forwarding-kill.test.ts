/**
 * docs/promises.md R1 for outgoing data: the program is killed repeatedly while devices send and
 * batches are in flight, including before a response could be recorded. Every stored record
 * arrives, in order, and a duplicate has the same id and the same bytes.
 */
import { seededRandom } from '@busbar/domain/demand/seeded-noise';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/storage/database.ts';
import { openDatabase } from '../../src/storage/open-database.ts';
import { prepareDatabase } from '../../src/storage/prepare-database.ts';
import { ReadingDevice } from '../reliability/readings/reading-device.ts';
import { freshDatabase } from '../support/databases.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { buildTenantDevice, type TestDevice } from '../support/factories/tenant-device.ts';
import { pollUntil } from '../support/programs/poll-until.ts';
import { type ServerProgram, serverProgram } from '../support/programs/server-program.ts';
import { SOAK_TIMEOUT_MS, seed, size } from '../support/sizes.ts';
import { testLog } from '../support/test-log.ts';
import { outboundEnv } from './forwarding-fixture.ts';
import { firstArrivals, type Receiver, startReceiver } from './http-receiver.ts';

const KILLS = size('forwardingKills');
const DEVICES = 4;

describe.each([['external'], ['embedded']])(
  'a program killed while it forwards (on the %s database)',
  (kind) => {
    let program: ServerProgram | undefined;
    let receiver: Receiver | undefined;
    const devices: ReadingDevice[] = [];
    afterAll(async () => {
      for (const device of devices) device.stop();
      await program?.remove();
      await receiver?.close();
    });

    it(
      `loses nothing and reorders nothing in ${KILLS} kills`,
      async () => {
        const random = seededRandom(seed('forwardingKills', 20_261_121));
        receiver = await startReceiver();
        const { requests } = receiver;
        const databaseUrl = kind === 'external' ? (await freshDatabase()).databaseUrl : undefined;
        program = await serverProgram({
          DEVICE_RATE: '100000',
          ...outboundEnv(receiver.port),
          ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
        });
        const { dataDir, mqttPort } = program;
        const open = () =>
          openDatabase({
            ...(databaseUrl === undefined ? {} : { databaseUrl }),
            dataDir,
            unsafeDatabase: false,
            log: testLog,
          });
        const before = await open();
        const registered = await register(before, receiver.url);
        await before.close();
        devices.push(...registered.map((device) => new ReadingDevice(device, mqttPort, random)));
        for (const device of devices) device.connect();

        for (let kill = 0; kill < KILLS; kill += 1) {
          // The kill happens while the receiver has the batch: received, but not yet acknowledged.
          const underWay = new Promise<void>((resolve) => {
            const from = requests.length;
            receiver!.answer = (response, _request, number) => {
              if (number < from + 3) response.writeHead(200).end();
              else resolve();
            };
          });
          await program.start();
          await underWay;
          await program.end('SIGKILL');
          if (databaseUrl !== undefined) await endLeases(open);
        }
        receiver.answer = (response) => response.writeHead(200).end();
        await program.start();
        for (const device of devices) device.finish();
        await pollUntil(
          () => devices.filter((device) => !device.isDone).length,
          (left) => left === 0,
          60_000,
        );
        const codes = registered.map(({ deviceCode }) => deviceCode);
        // A reading that a device sends twice with one timestamp is stored once, and so sent once.
        const expected = new Set(
          devices.flatMap((device, i) => device.ledger.map(({ ts }) => `${codes[i]} ${ts}`)),
        );
        const arrived = () => {
          // Only readings are compared: the platform also reports that the device that never
          // connected is offline.
          const records = firstArrivals(requests).filter(({ kind }) => kind === 'reading');
          return new Set(records.map(({ device_code, ts }) => `${device_code} ${ts}`));
        };
        await pollUntil(
          () => arrived().size,
          (size) => size >= expected.size,
          60_000,
        );
        expect(arrived()).toEqual(expected);
        checkRepeats(requests);
        await program.end('SIGTERM');
        const after = await open();
        const command = await queueCommand(after, requests);
        await after.close();
        expect(command).toEqual({ left: 0, dead: 0 });
      },
      SOAK_TIMEOUT_MS,
    );
  },
);

/** Ends the lease of a killed process early; on a server it would expire after a minute. */
async function endLeases(open: () => Promise<Database>): Promise<void> {
  const database = await open();
  await sql`update outbox set taken_until = now() where state = 'taken'`.execute(database.db);
  await database.close();
}

async function register(database: Database, url: string): Promise<TestDevice[]> {
  await prepareDatabase(database, Date.now());
  const now = Date.now();
  const tenant = await createTenant(database, { label: 'kill', now });
  await sql`update customer set receive_url = ${url}, use_https = false
    where customer_id = ${tenant.customerId}`.execute(database.db);
  // Forwarding starts before the first reading, because the devices send readings that are weeks
  // old.
  await sql`update forwarding set enabled = true, enabled_at = now() - interval '30 days'
    where customer_id = ${tenant.customerId}`.execute(database.db);
  await sql`delete from outbox`.execute(database.db);
  const registered: TestDevice[] = [];
  for (let i = 0; i < DEVICES; i += 1) registered.push(await buildTenantDevice(database, tenant));
  return registered;
}

/** Checks that a repeated batch arrived with the same bytes, before any newer one. */
function checkRepeats(requests: Receiver['requests']): void {
  const bodies = new Map<string, string>();
  let current = '';
  let repeats = 0;
  for (const { batch, body } of requests) {
    const known = bodies.get(batch.batch_id);
    if (known === undefined) {
      bodies.set(batch.batch_id, body);
      current = batch.batch_id;
      continue;
    }
    repeats += 1;
    expect(batch.batch_id).toBe(current);
    expect(body).toBe(known);
  }
  expect(repeats).toBeGreaterThanOrEqual(KILLS);
  const ids = [...bodies.values()].flatMap((body) =>
    (JSON.parse(body) as { records: { id: string }[] }).records.map(({ id }) => id),
  );
  expect(new Set(ids).size).toBe(ids.length);
}

async function queueCommand(
  database: Database,
  requests: Receiver['requests'],
): Promise<{ left: number; dead: number }> {
  expect(requests.length).toBeGreaterThan(0);
  const { rows } = await sql<{ left: number; dead: number }>`
    select (select count(*)::int4 from forward_queue) as left,
      (select count(*)::int4 from outbox where state = 'dead') as dead`.execute(database.db);
  return rows[0]!;
}
