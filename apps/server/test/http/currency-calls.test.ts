/** Currencies: listed for everyone, changed only by platform administrators. */
import { expect, it } from 'vitest';
import { describeWithDatabase } from '../support/databases.ts';
import { buildClient } from '../support/factories/client.ts';
import { buildCustomer } from '../support/factories/customer.ts';
import { fixture } from '../support/fixture.ts';
import { httpClient } from '../support/http-client.ts';
import { startServer } from '../support/start-server.ts';

const SHILLING = {
  english_name: 'Kenyan shilling',
  chinese_name: '肯尼亚先令',
  symbol_unit: 'KSh',
};

describeWithDatabase('currencies', (database) => {
  const server = fixture(() => startServer(database, { env: { ROLES: 'api' } }));
  const customer = fixture(() => buildCustomer(server.parts.context));
  const platform = fixture(() => buildClient(server, customer, { role: 'platform' }));
  const admin = fixture(() => buildClient(server, customer, { role: 'admin' }));
  let currencyId: number;

  const offered = async () => (await httpClient(server.app).get('/api/v2/currencies')).body.data;

  it('are listed with the names of the specification and their symbol', async () => {
    const rows: { english_name: string; symbol_unit: string }[] = await offered();
    expect(rows.map(({ english_name, symbol_unit }) => [english_name, symbol_unit])).toEqual([
      ['RMB', '¥'],
      ['USD', '$'],
      ['EUR', '€'],
      ['GBP', '£'],
      ['AED', 'د.إ'],
      ['RUB', '₽'],
      ['FCFA', 'FCFA'],
      ['GNF', 'FG'],
    ]);
  });

  it('are added at the end of the list', async () => {
    const before = await offered();
    const added = await platform.post('/api/v2/currency', SHILLING);
    expect(added.body).toEqual({
      code: 0,
      msg: 'Success to save',
      data: { id: expect.any(Number), ...SHILLING },
    });
    currencyId = added.body.data.id;
    expect(await offered()).toEqual([...before, added.body.data]);
  });

  it('are changed, and their users see the new symbol', async () => {
    const changed = { ...SHILLING, id: 1, english_name: 'Renminbi yuan', symbol_unit: 'RMB' };
    expect((await platform.put('/api/v2/currency', changed)).body).toMatchObject({
      code: 0,
      data: changed,
    });
    expect((await admin.get('/api/v2/group')).body.data.currency).toEqual({
      ...changed,
      code: 'RMB',
      decimals: 2,
    });
  });

  it.each([
    ['english_name', { english_name: ' ' }, 'info-required'],
    ['chinese_name', { chinese_name: '' }, 'info-required'],
    ['symbol_unit', { symbol_unit: '' }, 'info-required'],
    ['english_name', { english_name: 'EUR' }, 'currency-taken'],
    ['english_name', { english_name: 'usd' }, 'currency-taken'],
  ])('are rejected with an invalid %s %j', async (field, over, reason) => {
    const form = { ...SHILLING, english_name: 'Fresh', ...over };
    for (const answer of [
      await platform.post('/api/v2/currency', form),
      await platform.put('/api/v2/currency', { ...form, id: currencyId }),
    ]) {
      expect(answer.body).toMatchObject({ reason, field });
    }
  });

  it('are not changed if they do not exist', async () => {
    for (const id of [0, 999, 'x']) {
      expect((await platform.put('/api/v2/currency', { ...SHILLING, id })).status).toBe(404);
    }
  });

  it('cannot be changed by the administrators of a customer', async () => {
    expect((await admin.post('/api/v2/currency', SHILLING)).status).toBe(403);
    expect((await admin.put('/api/v2/currency', { ...SHILLING, id: 1 })).status).toBe(403);
  });
});
