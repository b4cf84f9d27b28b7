/** Setting up scheduled reports: rejections, and permission to change or delete them. */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { listSchedules } from '../../src/areas/reports/schedules/schedule-queries.ts';
import {
  addSchedule,
  changeSchedule,
  MAX_SCHEDULES,
  removeSchedule,
  type ScheduleForm,
} from '../../src/areas/reports/schedules/schedule-service.ts';
import type { Caller } from '../../src/caller.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { buildCaller } from '../support/factories/customer.ts';
import { testContext } from '../support/test-context.ts';
import {
  buildSite,
  formFor,
  NOON,
  type Person,
  schedule,
  scheduleFixture,
} from './schedule-fixture.ts';

const HOUR = 3_600_000;

describeWithDatabase('scheduled reports', (database) => {
  const { ctx, site, change, scheduleOf } = scheduleFixture(database);

  describe('rejections', () => {
    const add = (form: ScheduleForm, by?: Caller) =>
      addSchedule(ctx, by ?? site.owner.caller, formFor([site.owner], form));

    it.each<[string, ScheduleForm, string, string]>([
      ['an unknown type', { type: 'x' }, 'report-type-unknown', 'type'],
      ['an unknown format', { format: 'pdf' }, 'report-format-unknown', 'format'],
      ['an invalid time', { at: '24:00' }, 'clock-time-invalid', 'at'],
      ['no time', { at: '' }, 'clock-time-invalid', 'at'],
      ['a day for a daily schedule', { every: 'day', day: 1 }, 'report-day-invalid', 'day'],
      ['no day for a weekly schedule', { every: 'week' }, 'report-day-invalid', 'day'],
      ['an eighth weekday', { every: 'week', day: 8 }, 'report-day-invalid', 'day'],
      ['a 29th day of the month', { every: 'month', day: 29 }, 'report-day-invalid', 'day'],
      ['an unknown device', { devices: ['1234567'] }, 'not-found', 'devices'],
      ['no recipients', { recipients: [] }, 'report-recipients-invalid', 'recipients'],
      [
        'too many recipients',
        { recipients: Array.from({ length: 11 }, (_, i) => i + 1) },
        'report-recipients-invalid',
        'recipients',
      ],
      ['an unknown user as recipient', { recipients: [1] }, 'not-found', 'recipients'],
      ['a mail address as recipient', { recipients: ['a@example.org'] }, 'not-found', 'recipients'],
    ])('are rejected with %s', async (_name, form, refusal, field) => {
      expect(await add(form)).toMatchObject({ ok: false, refusal, field });
      expect(await listSchedules(database.db, site.owner.caller)).toEqual([]);
    });

    it('are rejected with recipients of another customer, without access, or without an address', async () => {
      const foreign = await buildSite(ctx);
      const blind = await site.person(site.child.groupId);
      const { customerId, groupId } = site.owner.caller;
      const silent = await buildCaller(ctx, { customerId, groupId } as never);
      const to = (userId: number) => add({ recipients: [site.owner.caller.userId, userId] });
      expect(await to(foreign.owner.caller.userId)).toMatchObject({ refusal: 'not-found' });
      expect(await to(blind.caller.userId)).toMatchObject({ refusal: 'report-recipient-blind' });
      expect(await to(silent.userId)).toMatchObject({ refusal: 'report-recipient-no-mail' });
      const { root, child } = site.devices;
      const ofDevices = (...devices: number[]) =>
        add({ recipients: [blind.caller.userId], devices });
      expect(await ofDevices(root, child)).toMatchObject({ refusal: 'report-recipient-blind' });
      expect(await ofDevices(child)).toMatchObject({ ok: true });
    });

    it('are rejected with devices or groups outside the caller’s scope', async () => {
      const below = await site.person(site.child.groupId);
      const recipients = [below.caller.userId];
      const { root, child } = site.devices;
      expect(await add({ recipients, devices: [root] }, below.caller)).toMatchObject({
        refusal: 'not-found',
      });
      expect(
        await add({ recipients, group: site.owner.caller.groupId }, below.caller),
      ).toMatchObject({ ok: false });
      expect(await add({ group: site.child.groupId, devices: [root, child] })).toMatchObject({
        refusal: 'not-found',
        field: 'devices',
      });
    });

    it('are rejected by mail only if mail is not configured', async () => {
      const ctxWithout = testContext(database, {}, NOON);
      const { owner } = await buildSite(ctxWithout);
      const addWithout = (form: ScheduleForm) =>
        addSchedule(ctxWithout, owner.caller, formFor([owner], form));
      const refusal = { refusal: 'mail-not-available', field: 'byMail' };
      expect(await addWithout({ byMail: true })).toMatchObject(refusal);
      const added = await addWithout({});
      if (!added.ok) throw new Error(added.refusal);
      const { id } = added.value;
      expect(await scheduleOf(owner, id)).toMatchObject({ byMail: false, enabled: true });
      const turnOn = changeSchedule(ctxWithout, owner.caller, String(id), { byMail: true });
      expect(await turnOn).toMatchObject(refusal);
    });

    it(`are rejected beyond ${MAX_SCHEDULES} per customer, even if requested concurrently`, async () => {
      const { caller } = site.owner;
      await add({});
      await change(sql`insert into report_schedule (customer_id, user_id, type, format, rhythm,
          clock_time, span, recipients, enabled, created_at, changed_at)
        select customer_id, user_id, type, format, rhythm, clock_time, span, recipients, enabled,
          created_at, changed_at
        from report_schedule, generate_series(1, ${MAX_SCHEDULES - 2}::int4)`);
      const both = await Promise.all([add({}), add({})]);
      expect(both.map((one) => (one.ok ? 'ok' : one.refusal)).sort()).toEqual([
        'ok',
        'report-schedules-too-many',
      ]);
      expect(await listSchedules(database.db, caller)).toHaveLength(MAX_SCHEDULES);
    });
  });

  it('are changed by their owner only, and deleted by an administrator of a parent group too', async () => {
    const { owner } = site;
    const below = await site.person(site.child.groupId);
    const id = String(await schedule(ctx, below, formFor([below])));
    const own = String(await schedule(ctx, owner, formFor([owner])));
    const set = (by: Person, which: string, form: ScheduleForm) =>
      changeSchedule(ctx, by.caller, which, form);
    expect(await set(owner, id, { at: '08:00' })).toMatchObject({ refusal: 'forbidden' });
    const clerk = { ...owner.caller, permissions: ['report.make'] as const };
    expect(await removeSchedule(ctx, clerk, id)).toMatchObject({ refusal: 'not-found' });
    expect(await set(below, own, { at: '08:00' })).toMatchObject({ refusal: 'not-found' });
    expect(await set(below, id, { at: '08:00' })).toMatchObject({ ok: true });
    expect(await scheduleOf(below, Number(id))).toMatchObject({
      at: '08:00',
      nextAt: NOON + 20 * HOUR,
      recipients: [below.caller.userId],
    });
    expect(await set(below, id, { enabled: false })).toMatchObject({ ok: true });
    expect(await scheduleOf(below, Number(id))).toMatchObject({ enabled: false, nextAt: null });
    expect(await removeSchedule(ctx, below.caller, own)).toMatchObject({ refusal: 'not-found' });
    expect(await removeSchedule(ctx, owner.caller, id)).toMatchObject({ ok: true });
    expect(await removeSchedule(ctx, clerk, own)).toMatchObject({ ok: true });
    expect(await listSchedules(database.db, owner.caller)).toEqual([]);
  });
});
