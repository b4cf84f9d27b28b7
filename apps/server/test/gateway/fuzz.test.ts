/**
 * docs/promises.md G2: any payload that a device sends on its own topics is acknowledged, stored or
 * rejected, and stops nothing.
 */
import { seededRandom } from '@busbar/domain/demand/seeded-noise';
import { expect, it } from 'vitest';
import { MAX_STORED_PER_DEVICE } from '../../src/areas/telemetry/ingest/rejected-message-queries.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { rowsOfDevice } from '../support/devices/device-rows.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { buildTenantDevice } from '../support/factories/tenant-device.ts';
import { SOAK_TIMEOUT_MS, seed, size } from '../support/sizes.ts';
import { connectDevice, startTestGateway } from '../support/start-gateway.ts';

const PAYLOADS = size('devicePayloads');
const SEED = seed('devicePayloads', 28);
const KINDS = ['data', 'state', 'alarm', 'reply', 'info', 'offline'] as const;

/**
 * The share of each kind of message. `info` is rare, because that of a gateway delays later
 * messages, and devices rarely send it.
 */
const SHARES = [...KINDS, ...KINDS.slice(0, 4), ...KINDS.slice(0, 4), ...KINDS.slice(0, 4)];

const GOOD: Record<(typeof KINDS)[number], string> = {
  data: '{"ts":1767225600000,"ad":3,"volPa":230.1,"epT":1063.84}',
  state:
    '{"ts":1767225600000,"action":"closeByCommand","cmd":"01890000-0000-7000-8000-000000000000","slaves":[{"ad":1,"st":11}]}',
  alarm:
    '{"ts":1767225600000,"type":"overVoltage","kind":"alarm","active":true,"value":281.2,"limit":275,"phase":"A"}',
  reply: '{"id":"01890000-0000-7000-8000-000000000000","code":0,"data":{"a":[1,2]}}',
  info: '{"deviceType":"MT88C","band":"4G","csq":23,"hVersion":"1.2","slaves":[1,2,5]}',
  offline: '',
};
const VALUES = [
  'null',
  'true',
  '-1',
  '0',
  '1e999',
  '-1e999',
  '1e308',
  '0.1e-400',
  '"x"',
  '""',
  '[]',
  '{}',
  'NaN',
  '9007199254740993',
  '-0',
  '"\\u0000"',
  '"\\ud800"',
  '[[[[[[[[[[]]]]]]]]]]',
  '{"__proto__":{"x":1}}',
  '253402300800000',
  '"2026-01-01"',
  `"${'y'.repeat(3000)}"`,
] as const;
const KEYS = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'ts', 'ad', '', '\\u0000'];

function mutated(kind: (typeof KINDS)[number], random: () => number): Uint8Array {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  let text = GOOD[kind];
  const ways = [
    () => text.slice(0, Math.floor(random() * text.length)),
    () => text.replace(/:(?:[^,"{[]+|"[^"]*")/, () => `:${pick(VALUES)}`),
    () => text.replace(/"[A-Za-z]+"(?=:)/, () => `"${pick(KEYS)}"`),
    () => text.replace(/}$/, `,"${pick(KEYS)}":${pick(VALUES)}}`),
    () => `[${Array.from({ length: Math.floor(random() * 1000) }, () => '{}').join(',')}]`,
    () => `[${text},${text},${pick(VALUES)}]`,
    () => '['.repeat(1 + Math.floor(random() * 5000)),
    () => pick(VALUES),
    () => text,
  ];
  for (let n = 0; n <= random() * 2; n++) text = pick(ways)();
  const bytes = Buffer.from(text);
  if (random() < 0.2 && bytes.length > 0)
    bytes[Math.floor(random() * bytes.length)] = random() * 256;
  return bytes;
}

describeWithDatabase('invalid payloads', (database) => {
  it(
    `are acknowledged in all ${PAYLOADS} cases, and stop nothing`,
    async () => {
      const tenant = await createTenant(database, { label: 'fuzz', now: Date.now() });
      const gateway = await startTestGateway(database, { env: { DEVICE_RATE: '1000000' } });
      const device = await buildTenantDevice(database, tenant, {
        kind: 'gateway',
        slaves: [1, 2, 3],
      });
      const client = await connectDevice(gateway.port, device);
      const random = seededRandom(SEED);
      const { deviceCode, deviceId } = device;
      const prototype = JSON.stringify(Object.getOwnPropertyNames(Object.prototype));
      const say = (kind: string, payload: Uint8Array) =>
        client.publishAsync(`ep/1/${deviceCode}/up/${kind}`, Buffer.from(payload), { qos: 1 });
      for (let sent = 0; sent < PAYLOADS; sent += 100) {
        await Promise.all(
          Array.from({ length: 100 }, () => {
            const kind = SHARES[Math.floor(random() * SHARES.length)]!;
            return say(kind, mutated(kind, random));
          }),
        );
      }
      const ts = Date.now();
      await say('data', Buffer.from(`{"ts":${ts},"volPa":230.1}`));
      const rows = await rowsOfDevice(database, 'measurement', deviceId);
      expect(rows.find((row) => row['ts'] === ts)).toMatchObject({ voltage_a_v: 230.1 });
      const rejected = await rowsOfDevice(database, 'rejected_message', deviceId);
      expect(rejected).toHaveLength(MAX_STORED_PER_DEVICE);
      // The protocol checked every payload; none was quarantined because of an error in the
      // database or in the check.
      expect(gateway.ingest.counters.parked).toBe(0);
      expect(rejected.filter((row) => row['reason'] === 'storage')).toEqual([]);
      expect(gateway.ingest.counters.failures).toBe(0);
      expect(JSON.stringify(Object.getOwnPropertyNames(Object.prototype))).toBe(prototype);
      expect(({} as Record<string, unknown>)['x']).toBeUndefined();
      client.end(true);
      await gateway.stop();
    },
    SOAK_TIMEOUT_MS,
  );
});
