/**
 * A forgotten password, with the link read from the mail that the mail server received. The answer
 * is the same for every name (docs/promises.md T8).
 */
import { beforeAll, expect, it } from 'vitest';
import { findAccount } from '../../src/areas/identity/accounts/account-queries.ts';
import { sendResetLinks } from '../../src/areas/identity/users/forgotten-service.ts';
import { sendInvitation } from '../../src/areas/identity/users/invitation-mail.ts';
import { startMailServer } from '../messages/mail-server.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { openSession } from '../support/factories/session.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { fixture } from '../support/fixture.ts';
import { startServer } from '../support/start-server.ts';

const PUBLIC_URL = 'https://power.example.org';
const MINUTE = 60_000;
const TO = 'li@example.org';
const NEW = 'copper rail hums twice';

describeWithDatabase('a forgotten password', (database) => {
  const mail = fixture(startMailServer);
  const server = fixture(() =>
    startServer(database, { env: { ROLES: 'api', SMTP_URL: mail.url, PUBLIC_URL } }),
  );
  const tenant = fixture(() => createTenant(database, { label: 'lost', now: server.clock.now() }));
  let addresses = 0;

  async function post(url: string, payload: object, token?: string) {
    addresses += 1;
    const answer = await server.app.inject({
      method: 'POST',
      url: `/api/v2/${url}`,
      remoteAddress: `10.3.0.${addresses}`,
      payload,
      ...(token === undefined ? {} : { headers: { authorization: token } }),
    });
    return answer.json() as { code: number; reason?: string; data: Record<string, unknown> };
  }
  const forgotten = (user_account: string) => post('password/forgotten', { user_account });
  const signIn = (password: string) => post('login', { user_account: 'li.wei', password });

  /** Requests a link and returns its token. */
  async function linked(address = TO): Promise<string> {
    expect(await forgotten('Li.Wei')).toMatchObject({ code: 0 });
    const before = mail.mails.length;
    await sendResetLinks(server.parts.context);
    expect(mail.mails).toHaveLength(before + 1);
    const { to, text } = mail.mails.at(-1)!;
    expect(to).toEqual([address]);
    const { origin, pathname, hash } = new URL(/https:\/\/\S+/.exec(text)![0]);
    expect([origin, pathname]).toEqual([PUBLIC_URL, '/invitation']);
    return hash.slice(1);
  }

  const tokenOfAdmin = () =>
    openSession(database, tenant.customerId, tenant.users.admin.userId, server.clock.now());

  let userId = 0;
  let password = '';
  beforeAll(async () => {
    const added = await post(
      'users',
      { name: 'li.wei', role: 'viewer', group_id: String(tenant.groupId), mail: TO },
      tenant.users.admin.token,
    );
    userId = Number(added.data['id']);
    password = String(added.data['initial_password']);
  });

  it('is replaced once with the link, which ends the sessions of the user', async () => {
    const { data } = await signIn(password);
    const token = String(data['token']);
    const link = await linked();
    expect(await post('ping-token', {}, token)).toMatchObject({ code: 0 });
    expect(await post('invitation', { token: link, password: NEW })).toMatchObject({
      code: 0,
      data: { user_name: 'li.wei' },
    });
    expect((await post('ping-token', {}, token)).code).not.toBe(0);
    expect(await signIn(NEW)).toMatchObject({ code: 0, data: { reset_pwd: false } });
    expect(await post('invitation', { token: link, password: 'another horse 8' })).toMatchObject({
      reason: 'invitation-over',
    });
  });

  it('remains valid until the link is used, which expires after 30 minutes', async () => {
    server.clock.advance(61 * MINUTE);
    const link = await linked();
    expect(await signIn(NEW)).toMatchObject({ code: 0 });
    server.clock.advance(30 * MINUTE);
    expect(await post('invitation', { token: link, password: 'another horse 8' })).toMatchObject({
      reason: 'invitation-over',
    });
  });

  it('has the same answer for every name, and sends a mail to existing accounts only', async () => {
    server.clock.advance(61 * MINUTE);
    const answers = [];
    for (const name of ['li.wei', 'nobody.at.all', tenant.users.viewer.userName]) {
      const { request_id: _, ...answer } = (await forgotten(name)) as Record<string, unknown>;
      answers.push(JSON.stringify(answer));
    }
    expect(new Set(answers).size).toBe(1);
    const before = mail.mails.length;
    await sendResetLinks(server.parts.context);
    // The third account has no mail address.
    expect(mail.mails).toHaveLength(before + 1);
    await sendResetLinks(server.parts.context);
    expect(mail.mails).toHaveLength(before + 1);
  });

  it('sends three links an hour at most, also for names without an account', async () => {
    server.clock.advance(61 * MINUTE);
    for (const name of ['li.wei', 'nobody.at.all']) {
      for (let i = 0; i < 3; i++) expect(await forgotten(name)).toMatchObject({ code: 0 });
      expect(await forgotten(name)).toMatchObject({ reason: 'too-many-attempts' });
    }
    await sendResetLinks(server.parts.context);
  });

  it('goes to the address an administrator set, not to one set in a session of the user', async () => {
    server.clock.advance(61 * MINUTE);
    const { data } = await signIn(NEW);
    const settings = await server.app.inject({
      method: 'PUT',
      url: '/api/v2/notification-settings',
      payload: { mail_address: 'thief@example.org' },
      headers: { authorization: String(data['token']) },
    });
    expect(settings.json()).toMatchObject({ code: 0 });
    await linked();
  });

  it('goes to the address that an administrator sees and corrects', async () => {
    server.clock.advance(61 * MINUTE);
    const byAdmin = async (method: 'GET' | 'PUT' | 'POST', path = '', payload?: object) => {
      const answer = await server.app.inject({
        method,
        url: `/api/v2/users/${userId}${path}`,
        headers: { authorization: await tokenOfAdmin() },
        ...(payload === undefined ? {} : { payload }),
      });
      return answer.json();
    };
    const { user } = (await byAdmin('GET')).data;
    // The user has chosen another address for notifications.
    expect(user.mail).toBe(TO);
    const reset = await byAdmin('POST', '/reset-password', { send_mail: true });
    expect(reset).toMatchObject({ code: 0, data: { mailed: true } });
    expect(mail.mails.at(-1)!.to).toEqual([TO]);
    const corrected = {
      role: 'viewer',
      group_id: String(tenant.groupId),
      mail: 'thief@example.org',
      version: user.version,
    };
    expect(await byAdmin('PUT', '', corrected)).toMatchObject({ code: 0 });
    await linked('thief@example.org');
  });

  it('is not sent to an address that was corrected meanwhile', async () => {
    const { context } = server.parts;
    const { passwordHash } = (await findAccount(context.database.db, 'li.wei'))!;
    const invited = { customerId: tenant.customerId, userId, userName: 'li.wei', passwordHash };
    const before = mail.mails.length;
    expect(await sendInvitation(context, invited, TO, 'en')).toBe(false);
    expect(mail.mails).toHaveLength(before);
    expect(await sendInvitation(context, invited, 'thief@example.org', 'en')).toBe(true);
  });
});

describeWithDatabase('a forgotten password without a mail server', (database) => {
  const server = fixture(() => startServer(database, { env: { ROLES: 'api' } }));

  it('is answered with the reason', async () => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/v2/password/forgotten',
      payload: { user_account: 'li.wei' },
    });
    expect(answer.json()).toMatchObject({ reason: 'mail-not-available' });
  });
});
