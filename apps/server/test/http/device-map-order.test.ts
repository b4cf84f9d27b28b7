/**
 * The map lists devices by name, after any rename, addition or deletion since the previous request.
 */
import { expect, it } from 'vitest';
import { describeWithDatabase } from '../support/databases.ts';
import { buildClient } from '../support/factories/client.ts';
import { buildCustomer } from '../support/factories/customer.ts';
import { freshCode } from '../support/factories/device.ts';
import { fixture } from '../support/fixture.ts';
import { startServer } from '../support/start-server.ts';

describeWithDatabase('devices on the map', (database) => {
  const server = fixture(() => startServer(database, { env: { ROLES: 'api' } }));
  const customer = fixture(() => buildCustomer(server.parts.context));
  const admin = fixture(() => buildClient(server, customer, { role: 'admin' }));

  async function add(deviceName: string): Promise<number> {
    const { body } = await admin.post('/device/addOrUpdate', {
      id: '',
      deviceName,
      deviceSymbolCode: freshCode(),
      deviceType: 'MT61',
      rate: customer.rateId,
      groupId: customer.groupId,
      userId: admin.userId,
      manufactureName: '',
    });
    return body.data.id;
  }

  const names = async () => {
    const { body } = await admin.get('/api/v2/device-map');
    return (body.data.device_map_list as { device_name: string }[]).map((row) => row.device_name);
  };

  it('are sorted by name, ignoring case', async () => {
    expect(await names()).toEqual([]);
    const ids = new Map<string, number>();
    for (const name of ['Pump', 'arc lamp', 'Mill', 'Zinc bath', 'beacon']) {
      ids.set(name, await add(name));
    }
    const sorted = ['arc lamp', 'beacon', 'Mill', 'Pump', 'Zinc bath'];
    expect(await names()).toEqual(sorted);
    expect(await names(), 'as the order was kept').toEqual(sorted);
    await admin.put('/api/v2/device', { id: ids.get('Pump'), device_name: 'Annex' });
    expect(await names()).toEqual(['Annex', 'arc lamp', 'beacon', 'Mill', 'Zinc bath']);
    await admin.post('/device/delete', { id: ids.get('beacon') });
    expect(await names()).toEqual(['Annex', 'arc lamp', 'Mill', 'Zinc bath']);
    await add('cellar');
    expect(await names()).toEqual(['Annex', 'arc lamp', 'cellar', 'Mill', 'Zinc bath']);
  });
});
