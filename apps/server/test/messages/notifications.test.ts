/**
 * From alarm events to delivered messages: a real mail server, a real push service, a manual clock.
 */
import { createECDH, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { fanOutAlarmEvents } from '../../src/areas/messaging/fan-out-alarm-events.ts';
import { sendDigests } from '../../src/areas/messaging/notifications/digest.ts';
import { sendDueNotifications } from '../../src/areas/messaging/notifications/due-notices.ts';
import { listNotifications } from '../../src/areas/messaging/notifications/notification-list.ts';
import {
  subscribe,
  testChannel,
} from '../../src/areas/messaging/notifications/notification-service.ts';
import {
  DEFAULT_PREFERENCES,
  type Profile,
  type TypePreferences,
} from '../../src/areas/messaging/notifications/settings-queries.ts';
import { changeSettings } from '../../src/areas/messaging/notifications/settings-service.ts';
import { startSenders } from '../../src/areas/messaging/start-senders.ts';
import type { Caller } from '../../src/caller.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { buildCaller, buildCustomer, buildGroup } from '../support/factories/customer.ts';
import { buildDevice } from '../support/factories/device.ts';
import { fixture } from '../support/fixture.ts';
import { testContext } from '../support/test-context.ts';
import { type AlarmOf, endAlarm, handleAlarm, openAlarm } from './alarm-rows.ts';
import { outboundEnv } from './forwarding-fixture.ts';
import { startReceiver } from './http-receiver.ts';
import { startMailServer } from './mail-server.ts';

const never = new AbortController().signal;
const MINUTE = 60_000;

describeWithDatabase('notifications', (database) => {
  let stop: (() => Promise<void>) | undefined;
  let people = 0;

  const mail = fixture(startMailServer);
  const service = fixture(startReceiver);
  // The clock starts at noon in Shanghai.
  const ctx = fixture(async () =>
    testContext(database, {
      ...outboundEnv(service.port),
      SMTP_URL: mail.url,
      MAIL_FROM: 'Busbar <alarms@busbar.example>',
      PUBLIC_URL: 'https://busbar.example/',
    }),
  );
  afterEach(async () => {
    await stop?.();
    stop = undefined;
    mail.mails.length = 0;
    mail.isBusy = false;
    mail.refused.clear();
    service.requests.length = 0;
    service.answer = (response) => response.writeHead(201).end();
    for (const table of ['outbox', 'notice', 'alarm_news', 'notification_profile']) {
      await sql`delete from ${sql.table(table)}`.execute(ctx.database.db);
    }
  });

  interface Person {
    readonly caller: Caller;
    readonly address: string;
  }
  interface Site {
    readonly of: AlarmOf;
    readonly person: Person;
    another(): Promise<Person>;
  }

  async function site(name = 'Pump station'): Promise<Site> {
    const customer = await buildCustomer(ctx);
    const one = async (): Promise<Person> => {
      people += 1;
      return {
        caller: await buildCaller(ctx, customer, { role: 'admin' }),
        address: `person${people}@example.org`,
      };
    };
    const person = await one();
    const { deviceId } = await buildDevice(ctx, person.caller, { name });
    return { of: { customerId: customer.customerId, deviceId }, person, another: one };
  }

  async function wants(
    { caller, address }: Person,
    wishes: Partial<TypePreferences> = {},
    profile: Partial<Profile> = {},
  ): Promise<void> {
    const changed = await changeSettings(ctx, caller, {
      profile: { mailAddress: address, ...profile },
      preferences: [{ ...DEFAULT_PREFERENCES, mail: true, ...wishes }],
    });
    expect(changed).toEqual({ ok: true, value: undefined });
  }

  /** Does the work of one run of the job. */
  async function look(): Promise<void> {
    await fanOutAlarmEvents(ctx);
    await sendDueNotifications(ctx);
  }
  /** Advances the clock, running the job every minute. */
  async function wait(minutes: number): Promise<void> {
    for (let i = 0; i < minutes; i += 1) {
      ctx.clock.advance(MINUTE);
      await look();
    }
  }
  /**
   * Delivers everything in the outbox; the clock advances only as much as the worker needs to poll.
   */
  async function deliver(): Promise<void> {
    stop ??= await startSenders(ctx);
    await eventually(async () => {
      ctx.clock.advance(250);
      const { rows } = await sql<{ left: number }>`
        select count(*)::int4 as left from outbox where state in ('waiting', 'taken')`.execute(
        ctx.database.db,
      );
      return rows[0]?.left;
    }).toBe(0);
  }
  const inOutbox = async () => {
    const { rows } = await sql<{ subject: string; to: string }>`
      select coalesce(payload->>'subject', payload->'message'->>'subject') as subject,
        payload->>'to' as to
      from outbox order by outbox_id`.execute(ctx.database.db);
    return rows;
  };

  it('mail each subscriber in the user’s language and time zone', async () => {
    const { of, person } = await site('水泵 1');
    await wants(person, {}, { language: 'fr', zone: 'Europe/Paris' });
    await openAlarm(ctx, of);
    await look();
    await deliver();
    expect(mail.mails).toHaveLength(1);
    const [{ to, from, subject, text, headers }] = mail.mails as [(typeof mail.mails)[0]];
    expect(to).toEqual([person.address]);
    expect(from).toBe('alarms@busbar.example');
    expect(subject).toBe('Alarme: Surtension – 水泵 1');
    expect(text.replaceAll('\u202F', ' ')).toContain('281,2 V sur la phase A, limite 275 V');
    expect(text).toContain('2026-11-20 05:0');
    expect(text).toContain('https://busbar.example/realalarm');
    expect(headers.get('content-language')).toBe('fr');
    expect(headers.get('content-type')).toContain('text/plain');
  });

  it('are not sent without a subscription, without access to the device, or for a suppressed alarm', async () => {
    const { of, person } = await site();
    const stranger = await site();
    await wants(stranger.person);
    const customer = { customerId: person.caller.customerId, groupId: person.caller.groupId };
    const below = await buildGroup(ctx, { ...customer } as never, 'below');
    const aside = {
      caller: await buildCaller(ctx, customer as never, { groupId: below.groupId }),
      address: 'aside@example.org',
    };
    await wants(aside);
    await openAlarm(ctx, of);
    await wants(person);
    await openAlarm(ctx, { ...of, phase: 'B', quiet: true });
    await look();
    expect(await inOutbox()).toHaveLength(1);
    expect((await inOutbox())[0]?.to).toBe(person.address);
  });

  it('send one message per interval however often the alarm starts and ends', async () => {
    const { of, person } = await site();
    await wants(person, { intervalMin: 15, tellEnd: true });
    for (let minute = 0; minute < 60; minute += 1) {
      const id = await openAlarm(ctx, of);
      await look();
      await endAlarm(ctx, of, id);
      await wait(1);
    }
    const subjects = (await inOutbox()).map(({ subject }) => subject.split(':')[0]);
    expect(subjects.length).toBeLessThanOrEqual(5);
    expect(subjects[0]).toBe('Alarm');
    const listed = await listNotifications(ctx.database.db, person.caller, {
      page: 1,
      pageSize: 100,
      unreadOnly: false,
    });
    expect(listed.total).toBeLessThanOrEqual(5);
  });

  it('repeat until the alarm is acknowledged, and then confirm it', async () => {
    const { of, person } = await site();
    await wants(person, { repeatMin: 20, tellEnd: true });
    const id = await openAlarm(ctx, of);
    await look();
    await wait(45);
    await handleAlarm(ctx, of, id);
    await wait(60);
    expect((await inOutbox()).map(({ subject }) => subject.split(':')[0])).toEqual([
      'Alarm',
      'Alarm still not acknowledged',
      'Alarm still not acknowledged',
      'Alarm acknowledged',
    ]);
  });

  it('wait until the quiet hours end, and omit alarms that have ended by then', async () => {
    const { of, person } = await site();
    const lasting = { ...of, phase: 'B' };
    // The time is some minutes after noon in the customer's time zone.
    await wants(person, { intervalMin: 1 }, { quietFrom: '11:00', quietTo: '23:30' });
    const short = await openAlarm(ctx, of);
    await openAlarm(ctx, lasting);
    await look();
    await wait(30);
    await endAlarm(ctx, of, short);
    expect(await inOutbox()).toEqual([]);
    const listed = await listNotifications(ctx.database.db, person.caller, {
      page: 1,
      pageSize: 10,
      unreadOnly: true,
    });
    expect(listed.unread).toBe(2);
    ctx.clock.advance(12 * 60 * MINUTE);
    await look();
    expect(await inOutbox()).toHaveLength(1);
  });

  it('escalate to a second person if no one acknowledges the alarm', async () => {
    const { of, person, another } = await site();
    const second = await another();
    const profile = { mailAddress: second.address };
    await changeSettings(ctx, second.caller, {
      profile,
      preferences: [{ ...DEFAULT_PREFERENCES, inApp: false }],
    });
    await wants(person, { escalateAfterMin: 30, escalateTo: second.caller.userId });
    const dealt = await openAlarm(ctx, { ...of, phase: 'B' });
    await openAlarm(ctx, of);
    await look();
    await wait(10);
    await handleAlarm(ctx, { ...of, phase: 'B' }, dealt);
    await wait(19);
    expect((await inOutbox()).filter(({ to }) => to === second.address)).toEqual([]);
    await wait(2);
    const toSecond = (await inOutbox()).filter(({ to }) => to === second.address);
    expect(toSecond.map(({ subject }) => subject.split(':')[0])).toEqual([
      'Alarm escalated to you',
    ]);
  });

  it('send a daily digest at the set minute', async () => {
    const { of, person } = await site();
    await wants(person, { mail: false }, { digestAt: '07:30', language: 'en' });
    const id = await openAlarm(ctx, of);
    await endAlarm(ctx, of, id);
    await openAlarm(ctx, { ...of, phase: 'B' });
    await look();
    await sendDigests(ctx);
    expect(await inOutbox()).toEqual([]);
    ctx.clock.advance(24 * 60 * MINUTE);
    await sendDigests(ctx);
    await sendDigests(ctx);
    expect((await inOutbox()).map(({ subject }) => subject)).toEqual(['Alarms of the day: 2']);
    ctx.clock.advance(24 * 60 * MINUTE);
    await sendDigests(ctx);
    expect((await inOutbox()).map(({ subject }) => subject)).toEqual([
      'Alarms of the day: 2',
      'Alarms of the day: 0',
    ]);
  });

  it('treat a device name as plain text only', async () => {
    const evil =
      '<script>alert(1)</script>\r\nBcc: all@example.org\r\n\r\n=cmd|x \u202egnp.exe \u2067x';
    const { of, person } = await site();
    await sql`update device set name = ${evil} where device_id = ${of.deviceId}`.execute(
      ctx.database.db,
    );
    await wants(person);
    await openAlarm(ctx, of);
    await look();
    await deliver();
    const [{ to, headers, raw, subject }] = mail.mails as [(typeof mail.mails)[0]];
    expect(to).toEqual([person.address]);
    expect(headers.has('bcc')).toBe(false);
    expect(raw).not.toMatch(/^Bcc:/im);
    expect(headers.get('content-type')).toContain('text/plain');
    expect(subject).not.toMatch(/[\u202a-\u202e\u2066-\u2069\r\n]/);
  });

  it.each([
    'a@example.org, b@example.org',
    'a@example.org\r\nBcc: b@example.org',
    'Name <a@example.org>',
    'a@localhost',
    'a b@example.org',
    '"a"@example.org',
    'a@example.org;b',
    '@example.org',
    'a@-x.org',
  ])('reject %j as a mail address', async (address) => {
    const { person } = await site();
    const changed = await changeSettings(ctx, person.caller, {
      profile: { mailAddress: address },
      preferences: undefined,
    });
    expect(changed).toMatchObject({ refusal: 'mail-address-invalid' });
  });

  it('retry a busy mail server, and give up an address that is permanently rejected', async () => {
    const one = await site();
    const other = await site();
    await wants(one.person);
    await wants(other.person);
    mail.refused.add(other.person.address);
    mail.isBusy = true;
    await openAlarm(ctx, one.of);
    await look();
    stop = await startSenders(ctx);
    await eventually(async () => {
      ctx.clock.advance(1_000);
      const { rows } = await sql<{ error: string | null }>`
        select last_error as error from outbox`.execute(ctx.database.db);
      return rows[0]?.error;
    }).toBe('mail-refused');
    mail.isBusy = false;
    await openAlarm(ctx, other.of);
    await look();
    await deliver();
    expect(mail.mails.map(({ to }) => to[0])).toEqual([one.person.address]);
    const { rows } = await sql<{ state: string; error: string | null }>`
      select state, last_error as error from outbox order by outbox_id`.execute(ctx.database.db);
    expect(rows).toEqual([
      { state: 'done', error: null },
      { state: 'dead', error: 'mail-address-refused' },
    ]);
  });

  it('push to a browser, encrypted and signed, and delete an expired subscription', async () => {
    const { of, person } = await site();
    const browser = createECDH('prime256v1');
    const subscription = {
      endpoint: `http://127.0.0.1:${service.port}/push/abc`,
      p256dh: browser.generateKeys().toString('base64url'),
      auth: randomBytes(16).toString('base64url'),
    };
    expect(await subscribe(ctx, person.caller, subscription)).toMatchObject({ ok: true });
    await wants(person, { mail: false, push: true });
    await openAlarm(ctx, of);
    await look();
    await deliver();
    const [{ headers, path }] = service.requests as [(typeof service.requests)[0]];
    expect(path).toBe('/push/abc');
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high' });
    expect(headers.authorization).toMatch(/^vapid t=.+, k=.+/);
    service.answer = (response) => response.writeHead(410).end();
    await openAlarm(ctx, { ...of, phase: 'B' });
    await look();
    await deliver();
    const { rows } = await sql`select 1 from push_subscription
      where user_id = ${person.caller.userId}`.execute(ctx.database.db);
    expect(rows).toEqual([]);
  });

  it('reject a push address that leads to an internal network', async () => {
    const { person } = await site();
    const strict = { ...ctx, config: testContext(ctx.database).config };
    const subscribed = await subscribe(strict, person.caller, {
      endpoint: 'https://169.254.169.254/latest',
      p256dh: 'x',
      auth: 'x',
    });
    expect(subscribed).toMatchObject({ refusal: 'address-not-public', field: 'endpoint' });
  });

  it('send a test message on request, at most every five seconds', async () => {
    const { person } = await site();
    await wants(person, {}, { language: 'ru' });
    const press = () => testChannel(ctx, person.caller, 'mail', never);
    expect(await press()).toEqual({ ok: true, value: { error: null } });
    expect(mail.mails[0]?.subject).toBe('Пробное сообщение');
    expect(await press()).toMatchObject({ refusal: 'too-many-attempts' });
    ctx.clock.advance(5_000);
    mail.refused.add(person.address);
    expect(await press()).toEqual({ ok: true, value: { error: 'mail-address-refused' } });
  });

  it('appear in the platform’s message list immediately, even without a subscription', async () => {
    const { of, person } = await site();
    const heard: unknown[] = [];
    const off = ctx.bus.subscribe('notification.added', (event) => heard.push(event));
    const id = await openAlarm(ctx, of);
    await look();
    off();
    expect(heard).toMatchObject([
      { userId: person.caller.userId, notification: { what: 'opened', alarmId: id } },
    ]);
  });

  it('delay the messages of a storm after thirty in ten minutes', async () => {
    const { of, person } = await site();
    await wants(person);
    for (let i = 0; i < 40; i += 1) await openAlarm(ctx, { ...of, type: `type${i}` });
    await look();
    expect(await inOutbox()).toHaveLength(30);
    await wait(11);
    expect(await inOutbox()).toHaveLength(40);
  });
});
