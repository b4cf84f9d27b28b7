/** Invitation and password reset links, read from the mails that the mail server received. */
import { expect, it } from 'vitest';
import { startMailServer } from '../messages/mail-server.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { fixture } from '../support/fixture.ts';
import { startServer } from '../support/start-server.ts';

const PUBLIC_URL = 'https://power.example.org';
const LINK = /https:\/\/\S+/;

describeWithDatabase('a link by mail', (database) => {
  const mail = fixture(startMailServer);
  const server = fixture(() =>
    startServer(database, { env: { ROLES: 'api', SMTP_URL: mail.url, PUBLIC_URL } }),
  );
  const tenant = fixture(() => createTenant(database, { label: 'link', now: server.clock.now() }));

  async function post(url: string, payload: object, token?: string) {
    const answer = await server.app.inject({
      method: 'POST',
      url: `/api/v2/${url}`,
      payload,
      ...(token === undefined ? {} : { headers: { authorization: token } }),
    });
    return answer.json() as { code: number; reason?: string; data: Record<string, unknown> };
  }
  const byAdmin = (url: string, payload: object) => post(url, payload, tenant.users.admin.token);
  const choose = (token: string, password: string) => post('invitation', { token, password });
  const signIn = (password: string) =>
    post('login', { user_account: 'zhang.wei', password }).then(({ code }) => code === 0);

  /** Reads the token from the newest mail, and checks that it was sent to this address only. */
  function tokenOfMail(to: string): string {
    const { to: receivers, text } = mail.mails.at(-1)!;
    expect(receivers).toEqual([to]);
    expect(text).toContain('zhang.wei');
    const { origin, pathname, hash } = new URL(LINK.exec(text)![0]);
    expect([origin, pathname]).toEqual([PUBLIC_URL, '/invitation']);
    return hash.slice(1);
  }

  it('lets a new user choose the first password once, and lets a user who lost it choose another', async () => {
    const to = 'zhang@example.org';
    const invited = await byAdmin('users', {
      name: 'zhang.wei',
      role: 'viewer',
      group_id: String(tenant.groupId),
      mail: to,
      send_mail: true,
      language: 'fr',
    });
    expect(invited).toMatchObject({ code: 0, data: { mailed: true } });
    expect(mail.mails).toHaveLength(1);
    const first = tokenOfMail(to);
    expect(await choose(`${first.slice(0, -1)}_`, 'a-Fresh-horse-9')).toMatchObject({
      reason: 'invitation-over',
    });
    expect(await choose(first, 'a-Fresh-horse-9')).toMatchObject({
      code: 0,
      data: { user_name: 'zhang.wei' },
    });
    expect(await signIn('a-Fresh-horse-9')).toBe(true);
    expect(await choose(first, 'another-Horse-8')).toMatchObject({ reason: 'invitation-over' });

    const id = String(invited.data['id']);
    const reset = await byAdmin(`users/${id}/reset-password`, { send_mail: true, language: 'ar' });
    expect(reset).toMatchObject({ code: 0, data: { mailed: true } });
    expect(mail.mails).toHaveLength(2);
    expect(await signIn('a-Fresh-horse-9')).toBe(false);
    expect(await choose(tokenOfMail(to), 'third-Horse-of-7')).toMatchObject({ code: 0 });
    expect(await signIn('third-Horse-of-7')).toBe(true);
  });

  it('is reported as not sent if the mail server rejects it', async () => {
    mail.refused.add('nobody@example.org');
    const before = mail.mails.length;
    const invited = await byAdmin('users', {
      name: 'li.na',
      role: 'viewer',
      group_id: String(tenant.groupId),
      mail: 'nobody@example.org',
      send_mail: true,
    });
    expect(invited).toMatchObject({ code: 0, data: { mailed: false } });
    expect(mail.mails).toHaveLength(before);
  });
});
