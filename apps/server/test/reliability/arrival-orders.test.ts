/**
 * docs/promises.md R5: for any order of arrival and any number of repeats, the database ends in the
 * same state, and the latest reading is the one measured last.
 */
import { seededRandom } from '@busbar/domain/demand/seeded-noise';
import { expect, it } from 'vitest';
import {
  latestMeasurement,
  latestRegisters,
} from '../../src/areas/fleet/readings/latest-queries.ts';
import { findLinks } from '../../src/areas/telemetry/ingest/link-queries.ts';
import type { LinkDevice } from '../../src/areas/telemetry/presence/link-device.ts';
import { decodeMessage } from '../../src/gateway/mqtt/decode-message.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { rowsOfDevice } from '../support/devices/device-rows.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { buildTenantDevice } from '../support/factories/tenant-device.ts';
import { SOAK_TIMEOUT_MS, seed, size } from '../support/sizes.ts';
import { startTestGateway } from '../support/start-gateway.ts';

const ORDERS = size('arrivalOrders');
const READINGS = 100;
const SEED = seed('arrivalOrders', 5);

describeWithDatabase('readings in any order', (database) => {
  it(
    `end in the same state in ${ORDERS} orders, with repeats`,
    async () => {
      const tenant = await createTenant(database, { label: 'orders', now: Date.now() });
      const gateway = await startTestGateway(database);
      const random = seededRandom(SEED);
      const begin = Date.now() - 30 * 86_400_000;
      const readings = Array.from({ length: READINGS }, (_, i) => ({
        ts: begin + i * 60_000,
        volPa: 220 + (i % 20),
        ...(i % 3 === 0 ? { epT: i / 100 } : {}),
      }));
      const latestTold = new Map<string, number>();
      gateway.bus.subscribe('reading.stored', ({ deviceCode, ts, latest }) => {
        if (latest) latestTold.set(deviceCode, Math.max(ts, latestTold.get(deviceCode) ?? 0));
      });

      /**
       * Sends the readings sequentially in random batches: each is acknowledged before the next is
       * sent.
       */
      async function send(device: LinkDevice, order: readonly object[]): Promise<void> {
        for (let from = 0; from < order.length; ) {
          const size = 1 + Math.floor(random() * 20);
          const slice = order.slice(from, from + size);
          from += size;
          const payload = Buffer.from(JSON.stringify(slice));
          await new Promise<void>((settled) =>
            gateway.ingest.take(
              { device, payload, topic: 'data', receivedAt: Date.now(), settled },
              decodeMessage('data', payload),
            ),
          );
        }
      }

      async function endOf(order: number): Promise<unknown> {
        const { deviceCode, deviceId } = await buildTenantDevice(database, tenant);
        const link = (await findLinks(database.db, [deviceCode])).get(deviceCode)!;
        const shuffled = readings
          .flatMap((reading) => (random() < 0.1 ? [reading, reading] : [reading]))
          .map((reading) => ({ reading, place: order === 0 ? reading.ts : random() }))
          .sort((a, b) => a.place - b.place)
          .map(({ reading }) => reading);
        await send(link.device, shuffled);
        const withoutDevice = (rows: Record<string, unknown>[]) =>
          rows.map(({ device_id: _, ...rest }) => rest);
        return {
          measurements: withoutDevice(await rowsOfDevice(database, 'measurement', deviceId)),
          registers: withoutDevice(await rowsOfDevice(database, 'energy_register', deviceId)),
          conflicts: await rowsOfDevice(database, 'reading_conflict', deviceId),
          latest: await latestMeasurement(database.db, tenant.customerId, deviceId),
          latestRegisters: await latestRegisters(database.db, tenant.customerId, deviceId),
          told: latestTold.get(deviceCode),
        };
      }

      // All devices send at the same time, so that readings of many devices share batches.
      const ends = await Promise.all(Array.from({ length: ORDERS }, (_, order) => endOf(order)));
      const [first] = ends as [{ measurements: unknown[]; latest: { ts: number } }];
      expect(first.measurements).toHaveLength(READINGS);
      expect(first.latest.ts).toBe(readings.at(-1)!.ts);
      for (const end of ends) expect(end).toEqual(first);
      await gateway.stop();
    },
    SOAK_TIMEOUT_MS,
  );
});
