/**
 * The configuration of the platform over HTTP: saved values override the environment immediately.
 */
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { mailSender } from '../../src/areas/messaging/notifications/mail-sender.ts';
import {
  FOLLOW_EVERY_MS,
  followSettings,
  readSettings,
} from '../../src/areas/platform/configuration/follow-settings.ts';
import { applySettings } from '../../src/areas/platform/configuration/live-config.ts';
import { startMailServer } from '../messages/mail-server.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { fixture } from '../support/fixture.ts';
import { startServer } from '../support/start-server.ts';

/** A PNG of one grey pixel. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==';
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64');

describeWithDatabase('the platform configuration', (database) => {
  let token: string;

  const mails = fixture(startMailServer);
  const server = fixture(() =>
    startServer(database, {
      env: { BAIDU_MAP_KEY: 'environment-key', FIXED_SETTINGS: 'limits' },
    }),
  );
  beforeAll(async () => {
    const tenant = await createTenant(database, { label: 'settings', now: server.clock.now() });
    token = tenant.users.platform.token;
  });
  beforeEach(async () => {
    const { database, config } = server.parts.context;
    await sql`delete from platform_setting`.execute(database.db);
    applySettings(config, { changedAt: {} });
  });

  async function ask(method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, body?: object) {
    const answer = await server.app.inject({
      method,
      url: `/api/v2/${path}`,
      headers: { authorization: token },
      ...(body === undefined ? {} : { payload: body }),
    });
    return answer.json();
  }
  const found = async () => (await ask('GET', 'configuration')).data;
  const put = (section: string, body: object, changed_at = 0) =>
    ask('PUT', `configuration/${section}`, { ...body, changed_at });
  const header = async () =>
    String((await server.app.inject('/health/live')).headers['content-security-policy']);

  const mail = (part: object = {}) => ({
    host: '127.0.0.1',
    port: Number(new URL(mails.url).port),
    tls: false,
    user: '',
    from: 'Grid <grid@example.org>',
    ...part,
  });

  it('starts with the values of the environment', async () => {
    const { mail: sent, maps, limits, retention, brand } = await found();
    expect(maps).toMatchObject({
      value: { baidu_key: 'environment-key', google_key: '' },
      source: 'environment',
      changed_at: 0,
    });
    expect(sent).toMatchObject({ value: { host: '' }, password_set: false });
    expect(limits.source).toBe('fixed');
    expect(retention.value).toMatchObject({ readings: 400, operation_log: 1100 });
    expect(brand.value).toEqual({ name: 'Busbar', colour: '' });
  });

  it('applies new mail settings to the next mail, and reports the result of a test mail', async () => {
    expect(await ask('POST', 'configuration/mail-test', { to: 'me@example.org' })).toMatchObject({
      data: { ok: false, error: 'mail-not-available' },
    });
    expect(await put('mail', mail())).toMatchObject({ code: 0 });
    expect(await ask('POST', 'configuration/mail-test', { to: 'me@example.org' })).toMatchObject({
      data: { ok: true, error: null },
    });
    expect(mails.mails.at(-1)).toMatchObject({ from: 'grid@example.org', to: ['me@example.org'] });
    mails.refused.add('nobody@example.org');
    expect(
      await ask('POST', 'configuration/mail-test', { to: 'nobody@example.org' }),
    ).toMatchObject({ data: { ok: false, error: 'mail-address-refused' } });
    expect(await ask('POST', 'configuration/mail-test', { to: 'a@b.org, c@d.org' })).toMatchObject({
      code: 40066,
    });
  });

  it('never returns the mail password, and does not send it to another server', async () => {
    const secret = 'Sehr-geheim-77';
    const first = await put('mail', mail({ user: 'grid', password: secret }));
    expect(first).toMatchObject({ code: 0 });
    const { config } = server.parts.context;
    expect(config.smtpUrl).toContain(`grid:${secret}@127.0.0.1`);
    const after = await found();
    expect(after.mail.password_set).toBe(true);
    expect(JSON.stringify(after)).not.toContain(secret);
    const at = first.data.changed_at;
    const elsewhere = mail({ user: 'grid', host: 'mail.example.net' });
    expect(await put('mail', elsewhere, at)).toMatchObject({ code: 41946 });
    // The stored password is not reused: another port can be another program, and without TLS the
    // connection can be read.
    for (const part of [{ port: 2525 }, { tls: true }]) {
      const changed = mail({ user: 'grid', ...part });
      expect(await put('mail', changed, at)).toMatchObject({ code: 41946 });
    }
    // A change of the sender address retains the password.
    const second = await put('mail', mail({ user: 'grid', from: 'a@b.org' }), at);
    expect(second).toMatchObject({ code: 0 });
    expect(config.smtpUrl).toContain(secret);
    const { rows } = await sql<{ text: string }>`
      select detail::text as text from audit_entry where module = 'Configuration'`.execute(
      server.parts.context.database.db,
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.map(({ text }) => text).join()).not.toContain(secret);
  });

  it('sends no mail server password without TLS unless the operator allows it', async () => {
    const set = await put('mail', mail({ user: 'grid', password: 'Sehr-geheim-78' }));
    expect(set).toMatchObject({ code: 0 });
    const test = () => ask('POST', 'configuration/mail-test', { to: 'me@example.org' });
    expect(await test()).toMatchObject({ data: { ok: false, error: 'mail-not-encrypted' } });
    expect(mails.passwords).toEqual([]);
    const { context } = server.parts;
    const allowed = await mailSender.sendNow(
      { ...context, config: { ...context.config, smtpAllowUnencrypted: true } },
      'allowed',
      { to: 'me@example.org', language: 'en', subject: 'a', text: 'b' },
    );
    expect(allowed).toEqual({ ok: true });
    expect(mails.passwords).toEqual(['Sehr-geheim-78']);
  });

  it('adds the hosts of the selected map to the content security policy of the next page, and removes them again', async () => {
    const set = await put('maps', { baidu_key: '', google_key: 'AIza_0123456789' });
    expect(set).toMatchObject({ code: 0 });
    const directive = async (name: string) =>
      (await header()).split(';').find((one) => one.trim().startsWith(`${name} `));
    // Scripts and data come from exact hosts; only images may come from a whole domain.
    expect(await directive('script-src')).toContain('https://maps.googleapis.com');
    expect(await directive('script-src')).not.toContain('*');
    expect(await directive('connect-src')).not.toContain('*.googleapis.com');
    expect(await directive('img-src')).toContain('https://*.googleapis.com');
    expect(await header()).not.toContain('baidu');
    expect(
      await ask('DELETE', `configuration/maps?changed_at=${set.data.changed_at}`),
    ).toMatchObject({ code: 0 });
    expect(await directive('script-src')).toContain('https://api.map.baidu.com');
    expect(await directive('script-src')).not.toContain('*');
    expect(await header()).not.toContain('googleapis');
  });

  it('shortens the retention only after confirmation', async () => {
    const { value } = (await found()).retention;
    const shorter = { ...value, events: 31 };
    expect(await put('retention', shorter)).toMatchObject({ code: 41201 });
    expect(await put('retention', { ...value, events: 30, confirmed: true })).toMatchObject({
      code: 41943,
    });
    const set = await put('retention', { ...shorter, confirmed: true });
    expect(set).toMatchObject({ code: 0 });
    expect(server.parts.context.config.retention.events).toBe(31);
    // A longer retention needs no confirmation.
    expect(await put('retention', value, set.data.changed_at)).toMatchObject({ code: 0 });
  });

  it('uses the environment for a kind of data that was added since the section was saved', async () => {
    const { value, changed_at } = (await found()).retention;
    expect(await put('retention', { ...value, raw_words: 100 }, changed_at)).toMatchObject({
      code: 0,
    });
    const { context } = server.parts;
    expect(context.config.retention.rawWords).toBe(100);
    await sql`update platform_setting set value = value - 'rawWords'
      where section = 'retention'`.execute(database.db);
    await readSettings(context);
    expect(context.config.retention).toMatchObject({ rawWords: 90, readings: value.readings });
    expect((await found()).retention.value).toMatchObject({ raw_words: 90 });
  });

  it('rejects changes to values that the environment sets', async () => {
    const { value } = (await found()).limits;
    expect(await put('limits', { ...value, device_rate: 1 })).toMatchObject({ code: 41941 });
    expect(await ask('DELETE', 'configuration/limits?changed_at=0')).toMatchObject({ code: 41941 });
    await sql`insert into platform_setting (section, value, changed_at)
      values ('limits', '{"deviceRate": 1}', now())`.execute(server.parts.context.database.db);
    await put('maps', { baidu_key: '', google_key: '' });
    expect(server.parts.context.config.deviceRate).toBe(50);
  });

  it('shows the brand to every visitor, with the logo type detected from its bytes', async () => {
    const brand = async () => (await server.app.inject('/api/v2/brand')).json().data;
    const picture = () => server.app.inject('/api/v2/brand/logo');
    expect(await brand()).toEqual({ name: 'Busbar', colour: '', words: '', logo: null });
    expect((await picture()).statusCode).toBe(404);
    const set = await put('brand', { name: ' Stadtwerke ', colour: '#0b5394', logo: PNG });
    expect(set).toMatchObject({ code: 0 });
    const at = set.data.changed_at;
    expect(await brand()).toEqual({
      name: 'Stadtwerke',
      colour: '#0b5394',
      words: '#ffffff',
      logo: `/api/v2/brand/logo?of=${at}`,
    });
    const answer = await picture();
    expect(answer.headers['content-type']).toBe('image/png');
    expect(answer.rawPayload.subarray(1, 4).toString()).toBe('PNG');
    expect(await put('brand', { name: 'x', colour: '', logo: SVG }, at)).toMatchObject({
      code: 41606,
    });
    const large = Buffer.alloc(256 * 1024 + 1, 1).toString('base64');
    expect(await put('brand', { name: 'x', colour: '', logo: large }, at)).toMatchObject({
      code: 41951,
    });
    expect(await put('brand', { name: 'x', colour: '#808080' }, at)).toMatchObject({ code: 41950 });
    // The logo is retained if the request omits it; null removes it.
    const named = await put('brand', { name: 'Grid', colour: '' }, at);
    expect((await brand()).logo).toBe(`/api/v2/brand/logo?of=${named.data.changed_at}`);
    await put('brand', { name: 'Grid', colour: '', logo: null }, named.data.changed_at);
    expect((await brand()).logo).toBeNull();
  });

  it('rejects the second of two concurrent saves, for each section separately', async () => {
    expect(await put('maps', { baidu_key: 'first-key-1', google_key: '' })).toMatchObject({
      code: 0,
    });
    expect(await put('maps', { baidu_key: 'second-key-2', google_key: '' })).toMatchObject({
      code: 41942,
    });
    expect((await found()).maps.value.baidu_key).toBe('first-key-1');
    expect(await put('brand', { name: 'Grid', colour: '' })).toMatchObject({ code: 0 });
    const both = await Promise.all(
      ['one-key-11', 'two-key-22'].map((key) => put('mail', mail({ from: `${key}@b.org` }))),
    );
    expect(both.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 41942]);
  });

  it('reads values saved by another process within seconds, and after a restart', async () => {
    const { database, config } = server.parts.context;
    await sql`insert into platform_setting (section, value, changed_at)
      values ('maps', '{"baiduKey": "", "googleKey": "from-elsewhere"}', now())`.execute(
      database.db,
    );
    expect(config.googleMapKey).toBeUndefined();
    server.clock.advance(FOLLOW_EVERY_MS);
    await eventually(() => config.googleMapKey).toBe('from-elsewhere');
    applySettings(config, { changedAt: {} });
    const end = await followSettings(server.parts.context);
    end();
    expect(config.googleMapKey).toBe('from-elsewhere');
  });

  it('writes the values before and after to the audit trail, but map keys only as set or not', async () => {
    await put('maps', { baidu_key: '', google_key: 'AIza_0123456789' });
    const { rows } = await sql<{ command: string; detail: object }>`
      select command, detail from audit_entry where module = 'Configuration'
      order by audit_entry_id desc limit 1`.execute(server.parts.context.database.db);
    expect(rows[0]).toMatchObject({
      command: 'change configuration',
      detail: {
        section: 'maps',
        before: { baiduKey: 'set', googleKey: 'none' },
        after: { baiduKey: 'none', googleKey: 'set' },
      },
    });
  });
});
