/** Tariffs of former days belong to the groups whose devices used them. */
import { beforeEach, expect, it } from 'vitest';
import { describeWithDatabase } from '../support/databases.ts';
import { buildClient } from '../support/factories/client.ts';
import { buildCaller, buildCustomer, buildGroup, PASSWORD } from '../support/factories/customer.ts';
import { buildDevice } from '../support/factories/device.ts';
import { fixture } from '../support/fixture.ts';
import type { HttpClient } from '../support/http-client.ts';
import { startServer } from '../support/start-server.ts';

const DAY_MS = 86_400_000;
const PRICES = { rate_1: 1.5, rate_2: 1, rate_3: 0.5, rate_4: 0.25 };

describeWithDatabase('tariffs that devices used on former days', (database) => {
  const server = fixture(() => startServer(database, { env: { ROLES: 'api' } }));
  const customer = fixture(() => buildCustomer(server.parts.context), beforeEach);
  const north = fixture(() => buildGroup(server.parts.context, customer, 'North'), beforeEach);
  const south = fixture(() => buildGroup(server.parts.context, customer, 'South'), beforeEach);
  const yard = fixture(() => buildGroup(server.parts.context, customer, 'Yard', south), beforeEach);
  const admin = fixture(() => buildClient(server, customer, { role: 'admin' }), beforeEach);
  const operatorIn = ({ groupId }: { groupId: number }) =>
    buildClient(server, customer, { role: 'operator', groupId });
  const ofNorth = fixture(() => operatorIn(north), beforeEach);
  const ofSouth = fixture(() => operatorIn(south), beforeEach);

  async function deviceIn({ groupId: group }: { groupId: number }): Promise<string> {
    const caller = await buildCaller(server.parts.context, customer, { role: 'admin' });
    return (await buildDevice(server.parts.context, caller, { group })).code;
  }
  /** Sessions expire before a day passes, so the users sign in again. */
  async function nextDay() {
    server.clock.advance(DAY_MS);
    for (const client of [admin, ofNorth, ofSouth]) await client.login(client.userName, PASSWORD);
  }
  async function newRate(name: string): Promise<number> {
    return (await admin.post('/api/v2/rate', { name, ...PRICES })).body.data.id;
  }
  async function update(device_code: string, what: object) {
    const { body } = await admin.put('/api/v2/device', { device_code, ...what });
    expect(body).toMatchObject({ code: 0 });
  }
  /** Names of the tariffs that a user sees, without the system tariff; `*`: may change it. */
  async function seenBy(client: HttpClient): Promise<string[]> {
    const { data } = (await client.get('/api/v2/rates')).body;
    return data
      .filter(({ is_default }: { is_default: string }) => is_default === 'no')
      .map(({ name, changeable }: { name: string; changeable: boolean }) =>
        changeable ? `${name}*` : name,
      );
  }

  it('are hidden from other groups, which can neither rename nor delete them', async () => {
    const pump = await deviceIn(south);
    const [former, present] = [await newRate('2026'), await newRate('2027')];
    await update(pump, { rate: former });
    await nextDay();
    await update(pump, { rate: present });
    expect(await seenBy(ofNorth)).toEqual([]);
    const change = { name: 'Renamed', ...PRICES };
    expect((await ofNorth.get(`/api/v2/rate/${former}`)).body.code).toBe(404);
    expect((await ofNorth.put(`/api/v2/rate/${former}`, change)).body.code).toBe(404);
    expect((await ofNorth.delete(`/api/v2/rate/${former}`)).body.code).toBe(404);
    expect(await seenBy(admin)).toEqual(['2026*', '2027*']);
    expect(await seenBy(ofSouth)).toEqual(['2026*', '2027*']);
    expect((await ofSouth.delete(`/api/v2/rate/${former}`)).body.code).toBe(0);
  });

  it('remain hidden after their devices and the groups of these were deleted', async () => {
    const pump = await deviceIn(yard);
    await update(pump, { rate: await newRate('2026') });
    await nextDay();
    await admin.post('/device/delete', { id: pump });
    expect(await seenBy(ofNorth)).toEqual([]);
    const { groupId } = yard;
    expect((await admin.delete(`/api/v2/groups/${groupId}`)).body.code).toBe(0);
    expect(await seenBy(ofNorth)).toEqual([]);
    expect(await seenBy(ofSouth)).toEqual(['2026*']);
  });

  it('belong to the groups in which a moved device used them', async () => {
    const pump = await deviceIn(south);
    const [first, second, third] = [await newRate('A'), await newRate('B'), await newRate('C')];
    await update(pump, { rate: first });
    await nextDay();
    await update(pump, { rate: second });
    await nextDay();
    await update(pump, { group_id: north.groupId });
    // B is used in North only, but was used in South.
    expect(await seenBy(ofNorth)).toEqual(['B', 'C*']);
    expect(await seenBy(ofSouth)).toEqual(['A*', 'C*']);
    await nextDay();
    await update(pump, { rate: third });
    expect(await seenBy(ofNorth)).toEqual(['B', 'C*']);
    expect(await seenBy(ofSouth)).toEqual(['A*', 'B']);
  });
});
