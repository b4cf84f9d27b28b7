/**
 * The requirement of a second factor for administrators: whom it blocks, who can change it, and
 * which calls remain available.
 */
import type { Role } from '@busbar/domain/access/role';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { codeShown } from '../support/authenticator.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { buildClient } from '../support/factories/client.ts';
import {
  type BuiltUser,
  buildCustomer,
  buildGroup,
  buildUser,
  PASSWORD,
} from '../support/factories/customer.ts';
import { assignCustomRole } from '../support/factories/role.ts';
import { fixture } from '../support/fixture.ts';
import { type HttpClient, httpClient } from '../support/http-client.ts';
import { freshAddress } from '../support/sign-in.ts';
import { startServer } from '../support/start-server.ts';

const RULE = '/api/v2/second-factor-requirement';
const OWED = { code: 403, reason: 'second-factor-required-by-customer' };

describeWithDatabase('the second-factor requirement for administrators', (database) => {
  const server = fixture(() => startServer(database, { env: { ROLES: 'api' } }));
  const customer = fixture(() => buildCustomer(ctx()), beforeEach);

  const ctx = () => server.parts.context;

  interface Person extends BuiltUser {
    readonly client: HttpClient;
  }

  async function person(role: Role, groupId = customer.groupId): Promise<Person> {
    const address = freshAddress();
    const client = await buildClient(server, customer, { role, groupId, address });
    const { customerId, userId, userName } = client;
    return { customerId, userId, userName, client };
  }

  /**
   * Sets up a second factor: begins with the password and confirms with the authenticator's code.
   */
  async function setUp({ client }: Person): Promise<string[]> {
    const begun = await client.post('/api/v2/my/second-factor', { password: PASSWORD });
    expect(begun.body.code).toBe(0);
    const code = codeShown(begun.body.data.key, server.clock.now());
    const confirmed = await client.post('/api/v2/my/second-factor/confirm', { code });
    expect(confirmed.body.data.recovery_codes).toHaveLength(10);
    return confirmed.body.data.recovery_codes;
  }

  /** Returns an administrator with a second factor who has required one of all administrators. */
  async function requiring(): Promise<Person & { readonly codes: readonly string[] }> {
    const admin = await person('admin');
    const codes = await setUp(admin);
    expect((await admin.client.put(RULE, { required: true })).body).toMatchObject({ code: 0 });
    return { ...admin, codes };
  }

  const assignOwnRole = (user: BuiltUser, ...permissions: string[]) =>
    assignCustomRole(database, user, permissions);

  const deeds = async () =>
    (
      await sql<{ command: string; detail: object; name: string }>`
        select command, detail - 'session' as detail, user_name as name from operation_log
        where customer_id = ${customer.customerId} and command like '%requir%'
        order by operation_log_id`.execute(ctx().database.db)
    ).rows;

  it('blocks administrators without a second factor at their next call, and no other users', async () => {
    const colleague = await person('admin');
    const helpdesk = await person('viewer');
    await assignOwnRole(helpdesk, 'data.read', 'user.manage');
    const roleMaker = await person('viewer');
    await assignOwnRole(roleMaker, 'data.read', 'role.manage');
    const engineer = await person('engineer');
    const before = await colleague.client.get('/api/v2/users');
    expect(before.body.code).toBe(0);
    const admin = await requiring();
    for (const { client } of [colleague, helpdesk, roleMaker]) {
      for (const path of ['/api/v2/users', '/api/v2/devices', '/api/v2/sys/menus', RULE]) {
        const answer = await client.get(path);
        expect([path, answer.status]).toEqual([path, 403]);
        expect(answer.body).toMatchObject(OWED);
      }
      expect((await client.post('/api/v2/websocket-ticket')).body).toMatchObject(OWED);
      // The old front end receives its own response envelope.
      expect((await client.post('/sys/user/getMenuByToken')).body).toMatchObject({ errCode: 403 });
    }
    for (const { client } of [engineer, admin]) {
      expect((await client.get('/api/v2/devices')).body.code).toBe(0);
    }
  });

  it('still allows setting up a second factor, after which the same session has full access', async () => {
    await requiring();
    const late = await person('admin');
    const { client } = late;
    expect((await client.login(late.userName, PASSWORD)).body.data).toMatchObject({
      second_factor_due: true,
    });
    const ping = () => client.post('/api/v2/ping-token');
    expect((await ping()).body.data).toMatchObject({ second_factor_due: true, reset_pwd: false });
    expect((await client.get('/api/v2/my/account')).body.data.second_factor.since).toBeNull();
    // A second factor that is begun but not confirmed does not satisfy the requirement.
    const begun = await client.post('/api/v2/my/second-factor', { password: PASSWORD });
    expect((await client.get('/api/v2/users')).body).toMatchObject(OWED);
    const code = codeShown(begun.body.data.key, server.clock.now());
    const confirmed = await client.post('/api/v2/my/second-factor/confirm', { code });
    expect(confirmed.body.code).toBe(0);
    expect((await client.get('/api/v2/users')).body.code).toBe(0);
    expect((await ping()).body.data).toMatchObject({ second_factor_due: false });
  });

  it('lets an administrator who still needs a second factor sign out', async () => {
    await requiring();
    const { client } = await person('admin');
    expect((await client.post('/api/v2/logout')).body.code).toBe(0);
    expect((await client.post('/api/v2/ping-token')).status).toBe(401);
  });

  it('applies only after the initial password has been changed', async () => {
    await requiring();
    const { userName } = await buildUser(ctx(), customer, {
      role: 'admin',
      mustChangePassword: true,
    });
    const client = httpClient(server.app, { address: freshAddress() });
    await client.login(userName, PASSWORD);
    const begun = await client.post('/api/v2/my/second-factor', { password: PASSWORD });
    expect(begun.body.reason).toBe('password-change-required');
    const password = 'copper rail hums twice';
    const changed = await client.post('/sys/user/modifyPwd', { oldPassword: PASSWORD, password });
    expect(changed.body.errCode).toBe(0);
    await client.login(userName, password);
    expect((await client.get('/api/v2/users')).body).toMatchObject(OWED);
  });

  it('prevents administrators from removing their second factor while it is required', async () => {
    const admin = await requiring();
    const remove = ({ client }: Person, code: string | undefined) =>
      client.post('/api/v2/my/second-factor/remove', { password: PASSWORD, code });
    const [code] = admin.codes;
    expect((await remove(admin, code)).body).toMatchObject({ reason: 'second-factor-stays' });
    const engineer = await person('engineer');
    const [codeOfEngineer] = await setUp(engineer);
    expect((await remove(engineer, undefined)).body).toMatchObject({
      reason: 'info-required',
      field: 'code',
    });
    expect((await remove(engineer, codeOfEngineer)).body.code).toBe(0);
    expect((await admin.client.put(RULE, { required: false })).body.code).toBe(0);
    // The refused attempt did not consume the code, which is still valid.
    expect((await remove(admin, code)).body.code).toBe(0);
    expect((await admin.client.get('/api/v2/users')).body.code).toBe(0);
  });

  it('blocks an administrator whose second factor was removed until a new one is set up', async () => {
    const admin = await requiring();
    const colleague = await person('admin');
    await setUp(colleague);
    expect((await colleague.client.get('/api/v2/users')).body.code).toBe(0);
    const taken = await admin.client.post(
      `/api/v2/users/${colleague.userId}/remove-second-factor`,
      { reason: 'Lost telephone' },
    );
    expect(taken.body.code).toBe(0);
    expect((await colleague.client.get('/api/v2/users')).body).toMatchObject(OWED);
    await setUp(colleague);
    expect((await colleague.client.get('/api/v2/users')).body.code).toBe(0);
  });

  describe('the setting', () => {
    it('can be changed only by an administrator with a second factor, so that administrators cannot lock themselves out', async () => {
      const admin = await person('admin');
      expect((await admin.client.put(RULE, { required: true })).body).toMatchObject({
        reason: 'own-second-factor-first',
      });
      expect((await admin.client.get(RULE)).body.data).toMatchObject({
        required: false,
        own: false,
        changeable: true,
      });
    });

    it('can be changed only in the root group, by a user who manages users and roles', async () => {
      const below = await buildGroup(ctx(), customer, 'Below');
      const admin = await person('admin', below.groupId);
      const helpdesk = await person('viewer');
      await assignOwnRole(helpdesk, 'data.read', 'user.manage');
      for (const [one, reason] of [
        [admin, 'root-group-required'],
        [helpdesk, 'second-factor-rule-of-root'],
      ] as const) {
        await setUp(one);
        expect((await one.client.get(RULE)).body.data).toMatchObject({
          own: true,
          changeable: false,
        });
        for (const required of [true, false]) {
          expect((await one.client.put(RULE, { required })).body).toMatchObject({ reason });
        }
      }
      const engineer = await person('engineer');
      expect((await engineer.client.put(RULE, { required: true })).body.reason).toBe('forbidden');
      expect(await deeds()).toEqual([]);
    });

    it('applies only to the caller’s own customer', async () => {
      const stranger = await buildClient(server, await buildCustomer(ctx()), {
        role: 'admin',
        address: freshAddress(),
      });
      await requiring();
      expect((await stranger.get('/api/v2/users')).body.code).toBe(0);
    });

    it('requires a body with a boolean', async () => {
      const admin = await requiring();
      for (const body of [{}, { required: null }]) {
        expect((await admin.client.put(RULE, body)).body.reason).toBe('info-required');
      }
      expect((await admin.client.put(RULE, { required: 'no' })).status).toBe(400);
      expect((await admin.client.get(RULE)).body.data.required).toBe(true);
    });

    it('reports the number of administrators it would block in the caller’s group and below', async () => {
      const below = await buildGroup(ctx(), customer, 'Below');
      const admin = await person('admin');
      await setUp(admin);
      await person('admin');
      await person('engineer');
      const local = await person('admin', below.groupId);
      const helpdesk = await person('viewer', below.groupId);
      await assignOwnRole(helpdesk, 'data.read', 'user.manage');
      const gone = await person('admin');
      await sql`update user_account set disabled = true where user_id = ${gone.userId}`.execute(
        ctx().database.db,
      );
      expect((await admin.client.get(RULE)).body.data).toEqual({
        required: false,
        administrators: 4,
        lacking: 3,
        own: true,
        changeable: true,
      });
      expect((await local.client.get(RULE)).body.data).toMatchObject({
        administrators: 2,
        lacking: 2,
      });
    });

    it('writes one audit event per change, and none if nothing changes', async () => {
      const admin = await requiring();
      await person('admin');
      for (const required of [true, false, false]) {
        expect((await admin.client.put(RULE, { required })).body.code).toBe(0);
      }
      const name = admin.userName;
      expect(await deeds()).toEqual([
        { command: 'require second factor', detail: { administrators: 1, lacking: 0 }, name },
        {
          command: 'stop requiring second factor',
          detail: { administrators: 2, lacking: 1 },
          name,
        },
      ]);
    });
  });
});
