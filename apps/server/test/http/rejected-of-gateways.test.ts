/** Rejected messages of a gateway contain readings of its slaves, which other groups can own. */
import { expect, it } from 'vitest';
import { changeDevice } from '../../src/areas/fleet/devices/change-device.ts';
import { ensureSlaves } from '../../src/areas/fleet/devices/slaves.ts';
import {
  type RejectedRow,
  writeRejected,
} from '../../src/areas/telemetry/ingest/rejected-message-queries.ts';
import { listRejected } from '../../src/areas/telemetry/rejected/rejected-list-queries.ts';
import type { Caller } from '../../src/caller.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { buildCaller, buildCustomer, buildGroup } from '../support/factories/customer.ts';
import { buildDevice } from '../support/factories/device.ts';
import { testContext } from '../support/test-context.ts';

const PAYLOAD = '[{"ad":1,"epT":4711.5},{"volPa":99999}]';

describeWithDatabase('rejected messages of a gateway', (database) => {
  const ctx = testContext(database);

  it('are listed without contents for a user who does not see one of its slaves', async () => {
    const customer = await buildCustomer(ctx);
    const [own, other] = [
      await buildGroup(ctx, customer, 'Hall'),
      await buildGroup(ctx, customer, 'Quay'),
    ];
    const root = await buildCaller(ctx, customer, { role: 'admin' });
    const admin = await buildCaller(ctx, customer, { role: 'admin', groupId: own.groupId });
    const { code, deviceId } = await buildDevice(ctx, admin, { type: 'MT88C' });
    await database.transaction((trx) => ensureSlaves(ctx, trx, code, [1]));
    const row = {
      message: {
        device: {
          ref: { customerId: admin.customerId, deviceId, deviceCode: code, groupPath: [] },
        },
        topic: 'data',
        payload: Buffer.from(PAYLOAD),
        receivedAt: ctx.clock.now(),
      },
      rejected: { reason: 'out-of-bounds', detail: 'volPa 99999' },
    } as unknown as RejectedRow;
    await database.transaction((trx) => writeRejected(trx, [row]));
    const contents = async (caller: Caller) => {
      const query = { deviceCode: undefined, id: undefined, page: 1, pageSize: 9 };
      const { list } = await listRejected(ctx, caller, query);
      return list.map((one) => [one.reason, one.detail, one.payload.toString(), one.storedBytes]);
    };
    const shown = ['out-of-bounds', 'volPa 99999', PAYLOAD, PAYLOAD.length];
    expect(await contents(admin)).toEqual([shown]);
    const moved = await changeDevice(ctx, root, `${code}-1`, { group: other.groupId });
    expect(moved).toMatchObject({ ok: true });
    expect(await contents(admin)).toEqual([['out-of-bounds', '', '', 0]]);
    expect(await contents(root)).toEqual([shown]);
  });
});
