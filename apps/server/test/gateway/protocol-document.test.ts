/** Every example of the protocol document, valid and invalid, is sent to the running gateway. */
import { readFileSync } from 'node:fs';
import { MAX_PAYLOAD_BYTES } from '@busbar/device-protocol/payload';
import { type Example, readExamples } from '@busbar/device-protocol/test/conformance';
import { describe, expect, it } from 'vitest';
import { describeWithDatabase } from '../support/databases.ts';
import { rowsOfDevice } from '../support/devices/device-rows.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { buildTenantDevice } from '../support/factories/tenant-device.ts';
import { fixture } from '../support/fixture.ts';
import { connectDevice, publishUp, startTestGateway } from '../support/start-gateway.ts';

const document = readFileSync(
  new URL('../../../../docs/protocol/device.md', import.meta.url),
  'utf8',
);
const examples = readExamples(document).filter(({ topic }) => topic.startsWith('up/'));
const ALL_SLAVES = Array.from({ length: 20 }, (_, i) => i + 1);

/**
 * Returns the documented reasons for rejections, without those about time, which depend on the
 * current time.
 */
function reasonsOf(example: Example): string[] {
  const { rejected = [] } = example.expected as { rejected?: { reason: string }[] };
  return rejected.map(({ reason }) => reason);
}

describe('the protocol document', () => {
  it('has examples of every message', () => {
    expect(new Set(examples.map(({ topic }) => topic)).size).toBe(6);
  });
});

describeWithDatabase('an example of the protocol document', (database) => {
  const tenant = fixture(() => createTenant(database, { label: 'document', now: Date.now() }));
  const gateway = fixture(() => startTestGateway(database));

  it.each(examples.filter(({ payload }) => payload.length <= MAX_PAYLOAD_BYTES))(
    '$topic (line $line) is acknowledged, and stored or rejected as documented',
    async (example) => {
      const device = await buildTenantDevice(database, tenant, {
        kind: 'gateway',
        slaves: ALL_SLAVES,
      });
      const client = await connectDevice(gateway.port, device);
      const { topic, payload } = example;
      await publishUp(client, device.deviceCode, topic.slice(3), payload);
      const [kept, ...more] = await rowsOfDevice(database, 'rejected_message', device.deviceId);
      expect(more).toEqual([]);
      const reasons = reasonsOf(example);
      if (reasons.length > 0) {
        expect(kept).toMatchObject({
          reason: reasons[0],
          topic: `ep/1/${device.deviceCode}/${topic}`,
          payload: Buffer.from(payload),
        });
      } else if (kept !== undefined) {
        // These two reasons come from the platform itself, which knows the current time and the
        // existing slaves.
        expect(['too-old', 'unknown-slave']).toContain(kept['reason']);
      }
      client.end(true);
    },
  );
});
