/**
 * Session, registration and reference calls over HTTP, used the way clients of
 * docs/specification/accounts.md use them.
 */
import { describe, expect, it } from 'vitest';
import { describeWithDatabase } from '../support/databases.ts';
import { buildCustomer, buildUser, PASSWORD } from '../support/factories/customer.ts';
import { fixture } from '../support/fixture.ts';
import { type ClientOptions, httpClient } from '../support/http-client.ts';
import {
  startServer,
  TEST_ACTIVATION_PASSWORD,
  TEST_PLATFORM_PASSWORD,
} from '../support/start-server.ts';

const NEW_PASSWORD = 'copper rail hums twice';

describeWithDatabase('access calls over HTTP', (database) => {
  const server = fixture(() => startServer(database, { env: { ROLES: 'api' } }));
  let count = 0;

  const client = (options: ClientOptions = {}) => {
    count += 1;
    return httpClient(server.app, { address: `203.0.113.${count}`, ...options });
  };
  const ctx = () => server.parts.context;
  const account = async (options: Parameters<typeof buildUser>[2] = {}) =>
    buildUser(ctx(), await buildCustomer(ctx()), options);

  describe('login', () => {
    it('returns the fields that the front end stores, on both API versions', async () => {
      const customer = await buildCustomer(ctx(), { code: 'Starlink' });
      const user = await buildUser(ctx(), customer, { role: 'viewer' });
      const body = { user_account: user.userName, password: PASSWORD };
      const credentials = { client_id: 'any', client_secret: 'any' };
      const v2 = await client().post('/api/v2/login', { ...body, ...credentials });
      const v1 = await client().post('/sys/login', body);
      expect([v2.status, v2.body.code, v2.body.msg]).toEqual([200, 0, 'Login Success']);
      expect([v1.status, v1.body.errCode, v1.body.msg]).toEqual([200, 0, 'Login Success']);
      for (const { body: answer } of [v1, v2]) {
        expect(answer.data).toEqual({
          token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
          reset_pwd: false,
          second_factor_due: false,
          user_info: {
            group_name: 'Starlink',
            group_id: customer.groupId,
            in_root_group: true,
            first_steps: true,
            user_id: user.userId,
            user_name: user.userName,
            zone_id: expect.any(Number),
            zone: 'Asia/Shanghai',
            role_type: 'viewer',
            role_name: 'Viewer',
            permissions: ['data.read', 'report.make', 'log.read'],
            customer_name: 'Starlink',
            languages: ['zh', 'en', 'ar', 'fr', 'ru', 'es'],
          },
        });
      }
      // A client that is not a browser gets no cookies.
      expect(v2.setCookies).toEqual([]);
    });

    it('rejects the user name admin with the message of the specification', async () => {
      for (const [path, code] of [
        ['/api/v2/login', 'code'],
        ['/sys/login', 'errCode'],
      ] as const) {
        const answer = await client().post(path, { user_account: 'Admin', password: 'x' });
        expect(answer.status).toBe(200);
        expect(answer.body).toMatchObject({
          [code]: 40002,
          msg: 'The platform does not allow the admin user to log in',
          reason: 'admin-not-allowed',
        });
      }
    });

    it('gives the same answer for a wrong password and for an unknown name (T8)', async () => {
      const { userName } = await account();
      const wrong = await client().login(userName, 'wrong guess');
      const unknown = await client().login('nobody.at.all', 'wrong guess');
      const without = ({ body }: typeof wrong) => ({ ...body, request_id: '' });
      expect(without(unknown)).toEqual(without(wrong));
      expect(unknown.status).toBe(wrong.status);
      expect(wrong.body).toMatchObject({ code: 40003, msg: 'Wrong user name or password' });
    });

    it('names an empty field by its wire name', async () => {
      const answer = await client().login(' ', 'x');
      expect(answer.body).toMatchObject({ reason: 'info-required', field: 'user_account' });
    });

    it('answers 429 in its envelope after too many guesses', async () => {
      const { userName } = await account();
      for (let i = 0; i < 5; i += 1) await client().login(userName, 'wrong guess');
      const answer = await client().login(userName, PASSWORD);
      expect(answer.status).toBe(429);
      expect(answer.body).toMatchObject({ code: 429, reason: 'too-many-attempts' });
    });

    it('lets a platform administrator sign in in administrator mode', async () => {
      const answer = await client().login('platform', TEST_PLATFORM_PASSWORD, {
        login_type: 'admin',
      });
      expect(answer.body.data.user_info).toMatchObject({
        role_type: 'platform',
        customer_name: null,
      });
      const { userName } = await account({ role: 'operator' });
      const refused = await client().login(userName, PASSWORD, { login_type: 'admin' });
      expect(refused.body.reason).toBe('login-mode-not-allowed');
    });
  });

  describe('browser sessions', () => {
    it('set cookies that no script and no other site can use', async () => {
      const { userName } = await account();
      const { setCookies } = await client({ browser: true }).login(userName, PASSWORD);
      expect(setCookies.map((line) => line.split('=')[0])).toEqual([
        'busbar_session',
        'busbar_known',
      ]);
      for (const line of setCookies) {
        expect(line).toMatch(/; Path=\/(;|$)/);
        expect(line).toMatch(/; HttpOnly(;|$)/);
        expect(line).toMatch(/; SameSite=Strict(;|$)/);
      }
      expect(setCookies[0]).not.toMatch(/Max-Age|Expires/);
      expect(setCookies[1]).toMatch(/; Max-Age=15552000(;|$)/);
    });

    it('use a token that is worthless outside the browser that signed in (T9)', async () => {
      const { userName } = await account();
      const browser = client({ browser: true });
      await browser.login(userName, PASSWORD);
      expect((await browser.post('/api/v2/ping-token')).body.code).toBe(0);
      const thief = client();
      thief.token = browser.token;
      const stolen = await thief.post('/api/v2/ping-token');
      expect([stolen.status, stolen.body.code]).toEqual([401, 401]);
      // The cookie alone authorizes no call, because a request from another site can carry the
      // cookie and nothing else.
      const forger = client();
      for (const [name, value] of browser.cookies) forger.cookies.set(name, value);
      expect((await forger.post('/api/v2/ping-token')).status).toBe(401);
    });

    it('recognize the browser again after it has signed out', async () => {
      const { userName } = await account();
      const browser = client({ browser: true });
      await browser.login(userName, PASSWORD);
      const out = await browser.post('/api/v2/logout');
      expect(out.body).toMatchObject({ code: 0, msg: 'Logged out' });
      expect([...browser.cookies.keys()]).toEqual(['busbar_known']);
      expect((await browser.post('/api/v2/ping-token')).status).toBe(401);
      for (let i = 0; i < 6; i += 1) await client().login(userName, 'wrong guess');
      expect((await client().login(userName, PASSWORD)).status).toBe(429);
      expect((await browser.login(userName, PASSWORD)).body.code).toBe(0);
    });
  });

  describe('sessions', () => {
    it.each(['TOKEN', 'Bearer TOKEN', 'bearer TOKEN'])(
      'accept the token sent as %j',
      async (form) => {
        const { userName } = await account();
        const program = client();
        await program.login(userName, PASSWORD);
        program.token = form.replace('TOKEN', program.token ?? '');
        expect((await program.post('/api/v2/ping-token')).body.code).toBe(0);
      },
    );

    it('end for every client when one of them logs out', async () => {
      const { userName } = await account();
      const clients = [client(), client({ browser: true }), client()];
      for (const each of clients) await each.login(userName, PASSWORD);
      await clients[0]?.post('/api/v2/logout');
      for (const each of clients) {
        expect((await each.post('/api/v2/ping-token')).status).toBe(401);
      }
    });

    it('allow nothing but a password change while the initial password is set', async () => {
      const { userName, userId } = await account({ mustChangePassword: true });
      const program = client();
      expect((await program.login(userName, PASSWORD)).body.data.reset_pwd).toBe(true);
      expect((await program.post('/api/v2/ping-token')).body.data.reset_pwd).toBe(true);
      const refused = await program.get('/api/v2/sys/menus');
      expect([refused.status, refused.body.reason]).toEqual([403, 'password-change-required']);
      const change = { id: userId, oldPassword: PASSWORD, password: NEW_PASSWORD };
      const weak = await program.post('/sys/user/modifyPwd', { ...change, password: '12345678' });
      expect(weak.body).toMatchObject({ reason: 'password-too-weak', field: 'password' });
      const changed = await program.post('/sys/user/modifyPwd', change);
      expect(changed.body).toMatchObject({ errCode: 0, msg: 'Success to update' });
      expect((await program.post('/api/v2/ping-token')).status).toBe(401);
      const again = await program.login(userName, NEW_PASSWORD);
      expect(again.body.data.reset_pwd).toBe(false);
      expect((await program.get('/api/v2/sys/menus')).body.code).toBe(0);
    });

    it('cannot change the password of another user', async () => {
      const victim = await account();
      const { userName } = await account();
      const program = client();
      await program.login(userName, PASSWORD);
      const answer = await program.post('/sys/user/modifyPwd', {
        id: victim.userId,
        oldPassword: PASSWORD,
        password: NEW_PASSWORD,
      });
      expect([answer.status, answer.body.errCode, answer.body.field]).toEqual([403, 403, 'id']);
      expect((await client().login(victim.userName, PASSWORD)).body.code).toBe(0);
    });
  });

  describe('registration', () => {
    const form = (over: Record<string, unknown> = {}) => {
      count += 1;
      return {
        chinese_code: '星联电力',
        english_code: 'Starlink Power',
        platform_account: `company.${count}`,
        contact_user: 'Li Wei',
        ...over,
      };
    };

    it('leads from the form through activation to the first login', async () => {
      const browser = client({ browser: true });
      const asked = form({ map_type: 'google', zone_id: 1, currency_id: 2 });
      const registered = await browser.post('/api/v2/register', asked);
      expect(registered.body).toMatchObject({ code: 0 });
      const { customer_id, initial_password } = registered.body.data;
      const pending = await browser.get('/api/v2/customers');
      expect(pending.body.data).toEqual([
        { id: customer_id, chinese_code: '星联电力', user_account: asked.platform_account },
      ]);
      expect((await client({ browser: true }).get('/api/v2/customers')).body.data).toBeNull();
      const audit = { audit_flag: true, customer_id };
      const wrong = await browser.post('/api/v2/audit', { ...audit, input_pass: 'wrong guess' });
      expect([wrong.status, wrong.body.code, wrong.body.msg]).toEqual([
        200,
        403,
        'Administrator password wrong, contact administrator',
      ]);
      const early = await client().login(asked.platform_account, initial_password);
      expect(early.body.reason).toBe('account-pending');
      const input_pass = TEST_ACTIVATION_PASSWORD;
      const right = await browser.post('/api/v2/audit', { ...audit, input_pass });
      expect(right.body).toMatchObject({ code: 0, msg: 'Account activated' });
      expect((await browser.get('/api/v2/customers')).body.data).toBeNull();
      const first = await client().login(asked.platform_account, initial_password);
      expect(first.body.data).toMatchObject({
        reset_pwd: true,
        user_info: { role_type: 'admin', customer_name: 'Starlink Power' },
      });
    });

    it('shows all pending customers to a platform administrator only', async () => {
      const asked = form();
      const { customer_id } = (await client().post('/api/v2/register', asked)).body.data;
      const platform = client();
      await platform.login('platform', TEST_PLATFORM_PASSWORD, { login_type: 'admin' });
      const seen = (await platform.get('/api/v2/customers')).body.data;
      expect(seen).toContainEqual({
        id: customer_id,
        chinese_code: '星联电力',
        user_account: asked.platform_account,
      });
      const { userName } = await account({ role: 'admin' });
      const admin = client();
      await admin.login(userName, PASSWORD, { login_type: 'admin' });
      expect((await admin.get('/api/v2/customers')).body.data).toBeNull();
    });

    it('returns the message of a name in use with code 40001', async () => {
      const asked = form();
      await client().post('/api/v2/register', asked);
      const taken = await client().post('/api/v2/register', asked);
      expect(taken.body).toMatchObject({
        code: 40001,
        reason: 'account-taken',
        field: 'platform_account',
      });
      const malformed = form({ platform_account: '-p1' });
      expect((await client().post('/api/v2/register', malformed)).body).toMatchObject({
        code: 40001,
        reason: 'account-name-invalid',
        field: 'platform_account',
        msg: expect.stringContaining('3 to 64'),
      });
      const empty = await client().post('/api/v2/register', form({ contact_user: '' }));
      expect(empty.body).toMatchObject({ code: 40001, field: 'contact_user' });
    });
  });

  describe('reference calls of the screens', () => {
    it('serve the registration form without a session', async () => {
      const zones = await client().get('/api/v2/zones');
      expect(zones.body.data[0]).toMatchObject({ iana: 'Asia/Shanghai' });
      expect(zones.body.data.length).toBeGreaterThan(300);
      expect((await client().post('/sys/zone/findAll')).body.data).toEqual(zones.body.data);
      const currencies = await client().get('/api/v2/currencies');
      const symbols = currencies.body.data.map((row: { symbol_unit: string }) => row.symbol_unit);
      expect(symbols).toHaveLength(8);
      expect(currencies.body.data[0]).toMatchObject({ id: 1 });
    });

    it('build the menu for the role of the caller', async () => {
      const urls = async (role: 'admin' | 'viewer' | 'platform') => {
        const { userName } = await account({ role });
        const program = client();
        await program.login(userName, PASSWORD);
        const v2 = await program.get('/api/v2/sys/menus');
        const v1 = await program.post('/sys/user/getMenuByToken', { token: 'whatever' });
        expect(v1.body.data).toEqual(v2.body.data);
        expect(v1.body).toMatchObject({ errCode: 0, code: 0, err: '' });
        expect(v2.body).toMatchObject({ code: 0, err: '' });
        return v2.body.data.flatMap((group: { url: string; children: { url: string }[] }) =>
          [group, ...group.children].map(({ url }) => url).filter((url) => url !== ''),
        );
      };
      expect(await urls('viewer')).not.toContain('/regmanage');
      expect(await urls('viewer')).toContain('/devicecontrol');
      expect(await urls('platform')).toContain('/regmanage');
      expect(await urls('admin')).toContain('/rejected-messages');
    });

    it('return the caller’s group with map, currency and time zone', async () => {
      const customer = await buildCustomer(ctx(), { code: 'Own' });
      const { userName } = await buildUser(ctx(), customer);
      const program = client();
      await program.login(userName, PASSWORD);
      const own = (await program.get('/api/v2/group')).body.data;
      expect(own).toEqual({
        id: customer.groupId,
        name: 'Own',
        map_type: 'baidu',
        currency: {
          id: 1,
          english_name: expect.any(String),
          chinese_name: expect.any(String),
          symbol_unit: expect.any(String),
          code: 'RMB',
          decimals: 2,
        },
        zone: 'Asia/Shanghai',
        map_key: null,
        map_tiles: null,
      });
      expect((await program.post('/api/v2/ping-token')).body.data.group).toEqual(own);
      expect((await program.post('/sys/group/findAll')).body.data).toEqual([
        { id: customer.groupId, name: 'Own', parentId: 0 },
      ]);
      const rates = await program.get('/api/v2/rates');
      expect(rates.body.data).toEqual([
        {
          id: customer.rateId,
          name: 'Default',
          rate_1: 1.25,
          rate_2: 1.04,
          rate_3: 0.65,
          rate_4: 0.26,
          is_default: 'yes',
          next_start_day: null,
          changeable: true,
        },
      ]);
      expect((await program.post('/device/rate/findAll', {})).body.data).toEqual(rates.body.data);
    });

    it('issue a ticket for the real-time channel', async () => {
      const { userName } = await account();
      const program = client();
      await program.login(userName, PASSWORD);
      expect((await program.post('/api/v2/websocket-ticket')).body.data).toEqual({
        ticket: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
        expires_in: 30,
      });
    });
  });
});
