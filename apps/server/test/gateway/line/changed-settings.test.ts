/** Settings of a meter that changed without a notification are read after half a minute. */
import { expect, it } from 'vitest';
import { describeWithDatabase } from '../../support/databases.ts';
import { genericWords, LineClient, valuesReply } from '../../support/devices/line-client.ts';
import { eventually } from '../../support/eventually.ts';
import { buildSerialLine } from '../../support/factories/serial-line.ts';
import { createTenant } from '../../support/factories/tenant.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { startLineGateway } from './line-rig.ts';

describeWithDatabase('changed settings of a meter', (database) => {
  it('are followed without a notification, on the same connection', async () => {
    const tenant = await createTenant(database, { label: 'unnotified', now: Date.now() });
    const clock = manualClock(Date.now());
    const gateway = await startLineGateway(database, clock);
    const dtu = await buildSerialLine(database, tenant);
    const polled = new Set<number>();
    const client = await LineClient.register(gateway.port, dtu, (request, line) => {
      polled.add(request.slave);
      line.write(valuesReply(request, genericWords(1)));
    });
    const stations = () => {
      clock.advance(100);
      return [...polled];
    };
    await eventually(stations).toEqual([1]);

    await database.db
      .updateTable('line_meter')
      .set({ station: '9' })
      .where('customer_id', '=', tenant.customerId)
      .where('device_id', '=', dtu.slaveIds.get(1)!)
      .execute();
    await eventually(stations).toEqual([1, 9]);
    polled.clear();
    await eventually(stations).toEqual([9]);
    expect(client.isOpen).toBe(true);
  });
});
