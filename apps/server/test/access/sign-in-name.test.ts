/**
 * The check of a sign-in name before the registration (docs/adr/0036): it counts like a
 * registration, so it reveals as few names as registrations do.
 */
import { expect, it } from 'vitest';
import { describeWithDatabase } from '../support/databases.ts';
import { buildCustomer, buildUser } from '../support/factories/customer.ts';
import { fixture } from '../support/fixture.ts';
import { startServer } from '../support/start-server.ts';

describeWithDatabase('the check of a sign-in name', (database) => {
  const server = fixture(() => startServer(database, { env: { ROLES: 'api' } }));

  const post = async (url: string, remoteAddress: string, payload: object) =>
    (await server.app.inject({ method: 'POST', url, remoteAddress, payload })).json();
  const check = (platform_account: string, address: string) =>
    post('/api/v2/register/name', address, { platform_account });
  const register = (platform_account: string, address: string) => {
    const names = { chinese_code: 'x', english_code: 'x', contact_user: 'x' };
    return post('/api/v2/register', address, { ...names, platform_account });
  };

  it('reports names of all customers and reserved names as taken, in any spelling', async () => {
    const { context } = server.parts;
    const { userName } = await buildUser(context, await buildCustomer(context));
    const from = '10.2.0.1';
    expect(await check(userName.toUpperCase(), from)).toMatchObject({ data: { is_free: false } });
    expect(await check('Admin', from)).toMatchObject({ data: { is_free: false } });
    expect(await check('nobody.has.this', from)).toMatchObject({ data: { is_free: true } });
    expect(await check('no', from)).toMatchObject({
      reason: 'account-name-invalid',
      field: 'platform_account',
    });
  });

  it('shares the 30 attempts of an address with registrations, and leaves it ten of them', async () => {
    const from = '10.2.0.2';
    const checks = [];
    for (let i = 0; i < 21; i++) checks.push(await check(`free.${i}`, from));
    expect(checks.filter(({ code }) => code === 0)).toHaveLength(20);
    expect(checks[20]).toMatchObject({ reason: 'too-many-attempts' });
    const registrations = [];
    for (let i = 0; i < 11; i++) registrations.push(await register(`taken.${i}`, from));
    expect(registrations.filter(({ code }) => code === 0)).toHaveLength(10);
    expect(registrations[10]).toMatchObject({ reason: 'too-many-attempts' });
  });
});
