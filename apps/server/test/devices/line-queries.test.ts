/** Settings of serial lines and of the meters on them. */
import { DIAL_IN } from '@busbar/domain/line/line-transport';
import { expect, it } from 'vitest';
import {
  deleteLineMeter,
  findSerialLines,
  saveLineMeter,
  saveSerialLine,
} from '../../src/areas/fleet/serial-lines/serial-line-queries.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { buildSerialLine } from '../support/factories/serial-line.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { fixture } from '../support/fixture.ts';

describeWithDatabase('the settings of serial lines', (database) => {
  const tenant = fixture(() => createTenant(database, { label: 'lines', now: Date.now() }));

  it('are found with the meters in the order of their slots, and replaced', async () => {
    const { customerId } = tenant;
    const meters = [{ station: '9' }, { station: '3' }];
    const dtu = await buildSerialLine(database, tenant, { meters });
    const other = await buildSerialLine(database, tenant, { isOwn: true });
    const ref = { customerId, deviceId: dtu.deviceId };
    const find = () => findSerialLines(database.db, [ref]);
    const line = (await find())[0]!;
    expect(line).toMatchObject({ protocol: 'modbus-rtu', baud: 9_600, needsSecret: true });
    expect(line.meters.map(({ slot, station }) => [slot, station])).toEqual([
      [1, '9'],
      [2, '3'],
    ]);

    const form = {
      protocol: 'modbus-rtu',
      baud: 2_400,
      heartbeat: '',
      needsSecret: false,
    } as const;
    await saveSerialLine(database.db, ref, form);
    const meter = { customerId, deviceId: dtu.slaveIds.get(2)! };
    const ratios = { ct: { primary: 200, secondary: 5 } };
    const changed = { station: '4', profileId: 'acrel-dtsd1352', ratios, intervalS: 30 };
    const change = { userId: 0, reason: 'Meter changed' };
    await saveLineMeter(database.db, meter, changed, change);
    await deleteLineMeter(database.db, { customerId, deviceId: dtu.slaveIds.get(1)! });
    expect((await find())[0]).toEqual({
      ...form,
      ...DIAL_IN,
      meters: [
        {
          ...changed,
          deviceId: meter.deviceId,
          slot: 2,
          revision: line.meters[1]!.revision + 1,
          ownFile: null,
          canSwitch: false,
        },
      ],
    });

    const refs = [ref, { customerId, deviceId: other.deviceId }];
    const found = await findSerialLines(database.db, refs.toReversed());
    expect(found[1]!.meters).toHaveLength(1);
    expect(found[0]!.meters).toMatchObject([{ slot: undefined, deviceId: other.deviceId }]);
  });
});
