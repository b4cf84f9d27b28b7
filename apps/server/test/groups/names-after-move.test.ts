/** The trail of a moved device: neither group reads names that only the other one gave or has. */
import { expect, it } from 'vitest';
import { changeDevice } from '../../src/areas/fleet/devices/change-device.ts';
import { searchAudit } from '../../src/areas/identity/audit/audit-search.ts';
import { searchLog } from '../../src/areas/shared/operation-log/log-search-queries.ts';
import type { Caller } from '../../src/caller.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { buildCaller } from '../support/factories/customer.ts';
import { buildDevice } from '../support/factories/device.ts';
import { groupFixture } from './group-fixture.ts';

const PAGE = { page: 1, pageSize: 50 };

describeWithDatabase('the trail of a device that was moved', (database) => {
  const { ctx, customer, admin, north, south, move, toSouth, logged } = groupFixture(database);

  const audit = async (who: Caller) =>
    (await searchAudit(ctx.database.db, who, {}, { ...PAGE, sort: 'time', order: 'desc' })).rows;
  const log = async (who: Caller) => (await searchLog(ctx, who, PAGE)).rows;
  const namesOf = (rows: readonly { deviceName: string }[]) =>
    [...new Set(rows.map(({ deviceName }) => deviceName))].filter((name) => name !== '');

  it('has the former name for the former group, and does not name it to the new one', async () => {
    const inNorth = await buildCaller(ctx, customer, { role: 'admin', groupId: north.groupId });
    const inSouth = await buildCaller(ctx, customer, { role: 'admin', groupId: south.groupId });
    const device = await buildDevice(ctx, inNorth, { name: 'Pump', group: north.groupId });
    expect(await move(toSouth(device.code))).toMatchObject({ ok: true });
    expect(await changeDevice(ctx, inSouth, device.deviceId, { name: 'Vault' })).toMatchObject({
      ok: true,
    });
    expect([namesOf(await log(inNorth)), namesOf(await audit(inNorth))]).toEqual([
      ['Pump'],
      ['Pump'],
    ]);
    expect([namesOf(await log(inSouth)), namesOf(await audit(inSouth))]).toEqual([
      ['Vault'],
      ['Vault'],
    ]);
    expect(namesOf(await audit(admin))).toEqual(['Vault']);
    expect(JSON.stringify(await audit(inSouth))).not.toContain('North');
    expect((await logged()).find(({ command }) => command === 'move devices')).toEqual({
      command: 'move devices',
      devices: 1,
      from: [{ id: north.groupId, name: 'North' }],
      to: { id: south.groupId, name: 'South' },
    });
  });
});
