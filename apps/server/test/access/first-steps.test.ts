/** The first steps of a new organisation, computed from its data. */
import { FIRST_STEPS } from '@busbar/domain/access/first-steps';
import { expect, it } from 'vitest';
import { describeWithDatabase } from '../support/databases.ts';
import { buildClient } from '../support/factories/client.ts';
import { buildCaller, buildCustomer, buildGroup } from '../support/factories/customer.ts';
import { buildDevice } from '../support/factories/device.ts';
import { fixture } from '../support/fixture.ts';
import type { HttpClient } from '../support/http-client.ts';
import { startServer } from '../support/start-server.ts';

const PATH = '/api/v2/first-steps';
const PRICES = { rate_1: 1.5, rate_2: 1.04, rate_3: 0.65, rate_4: 0.26 };

describeWithDatabase('the first steps of an organisation', (database) => {
  const server = fixture(() => startServer(database, { env: { ROLES: 'api' } }));

  async function world() {
    const ctx = server.parts.context;
    const customer = await buildCustomer(ctx, { prices: null });
    const admin = await buildClient(server, customer, { role: 'admin' });
    return { ctx, customer, admin };
  }
  const read = async (client: HttpClient) => (await client.get(PATH)).body.data;
  const done = async (client: HttpClient): Promise<string[]> =>
    (await read(client)).steps.flatMap((step: { key: string; done: boolean }) =>
      step.done ? [step.key] : [],
    );

  it('are all open for a new organisation, in their order', async () => {
    const { admin } = await world();
    expect(await read(admin)).toEqual({
      dismissed: false,
      steps: FIRST_STEPS.map((key) => ({ key, done: false })),
      settlement_day: 1,
    });
  });

  it('are completed by what the organisation does, one by one', async () => {
    const { ctx, customer, admin } = await world();
    await admin.post(`${PATH}/organisation`);
    expect(await done(admin)).toEqual(['organisation']);
    expect((await admin.post('/api/v2/rate', { name: 'Shops', ...PRICES })).body.code).toBe(0);
    expect(await done(admin)).toEqual(['organisation', 'tariff']);
    const group = await buildGroup(ctx, customer, 'north');
    expect(await done(admin)).toEqual(['organisation', 'tariff', 'groups']);
    const caller = await buildCaller(ctx, customer, { role: 'admin' });
    await buildClient(server, customer, { role: 'viewer' });
    expect(await done(admin)).toEqual(['organisation', 'tariff', 'groups', 'users']);
    expect(
      (await admin.post('/api/v2/notification-test', { channel: 'in_app' })).body.data,
    ).toMatchObject({ ok: true });
    expect(await done(admin)).toEqual([
      'organisation',
      'tariff',
      'groups',
      'users',
      'notification',
    ]);
    const { deviceId } = await buildDevice(ctx, caller, { group: group.groupId });
    expect(await done(admin)).not.toContain('device');
    await ctx.database.db
      .updateTable('device_state')
      .set({ measured_at: new Date(ctx.clock.now()) })
      .where('customer_id', '=', customer.customerId)
      .where('device_id', '=', deviceId)
      .execute();
    expect(await done(admin)).toEqual([...FIRST_STEPS]);
  });

  it('count a settlement day that was changed as checked', async () => {
    const { admin } = await world();
    await admin.put('/api/v2/settlement', { settlement_day: 15 });
    expect(await read(admin)).toMatchObject({
      settlement_day: 15,
      steps: expect.arrayContaining([{ key: 'organisation', done: true }]),
    });
  });

  it('do not count a test notification that could not be sent', async () => {
    const { admin } = await world();
    expect((await admin.post('/api/v2/notification-test', { channel: 'mail' })).body).toMatchObject(
      { reason: 'mail-not-available' },
    );
    expect(await done(admin)).not.toContain('notification');
  });

  it('are dismissed for one user and can be shown again', async () => {
    const { customer, admin } = await world();
    const second = await buildClient(server, customer, { role: 'admin' });
    await admin.put(PATH, { dismissed: true });
    expect([(await read(admin)).dismissed, (await read(second)).dismissed]).toEqual([true, false]);
    await admin.put(PATH, { dismissed: false });
    expect((await read(admin)).dismissed).toBe(false);
  });

  it('belong to one organisation', async () => {
    const { admin } = await world();
    const other = await world();
    await buildGroup(other.ctx, other.customer, 'north');
    await buildClient(server, other.customer, { role: 'viewer' });
    await other.admin.post(`${PATH}/organisation`);
    await other.admin.put(PATH, { dismissed: true });
    expect(await read(admin)).toMatchObject({ dismissed: false });
    expect(await done(admin)).toEqual([]);
  });

  it('are refused to a sub-group and to roles that cannot do them', async () => {
    const { ctx, customer } = await world();
    const { groupId } = await buildGroup(ctx, customer, 'north');
    const northern = await buildClient(server, customer, { role: 'admin', groupId });
    for (const answer of [
      await northern.get(PATH),
      await northern.put(PATH, { dismissed: true }),
      await northern.post(`${PATH}/organisation`),
    ]) {
      expect(answer).toMatchObject({ status: 403, body: { reason: 'root-group-required' } });
    }
    const operator = await buildClient(server, customer, { role: 'operator' });
    expect((await operator.get(PATH)).status).toBe(403);
  });
});
