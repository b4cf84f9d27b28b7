/**
 * Scheduled reports and permissions: an owner or a recipient who has lost one receives nothing
 * more.
 */
import type { Role } from '@busbar/domain/access/role';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { runReportSchedules } from '../../src/areas/reports/schedules/run-schedules.ts';
import { listSchedules } from '../../src/areas/reports/schedules/schedule-queries.ts';
import {
  changeSchedule,
  removeSchedule,
} from '../../src/areas/reports/schedules/schedule-service.ts';
import { describeWithDatabase } from '../support/databases.ts';
import type { TestContext } from '../support/test-context.ts';
import {
  deliver,
  FIRST,
  formFor,
  make,
  NOON,
  type Person,
  runAll,
  runsOf,
  schedule,
  scheduleFixture,
} from './schedule-fixture.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

describeWithDatabase('scheduled reports', (database) => {
  const { mail, ctx, site, change, devicesIn, disable, got, moveTo, scheduleOf, takeRight } =
    scheduleFixture(database);

  it.each<[string, string, () => Promise<unknown>]>([
    ['the owner is disabled', 'owner-disabled', () => disable(site.owner)],
    [
      'the owner may no longer create reports',
      'right-lost',
      () => takeRight(site.owner, 'report.make'),
    ],
    [
      'the owner no longer sees any of the devices',
      'devices-lost',
      () => moveTo(site.owner, site.aside.groupId),
    ],
    [
      'the devices are deleted',
      'devices-lost',
      () =>
        change(sql`update device set deleted_at = ${new Date(NOON)}
          where device_id = ${site.devices.child}`),
    ],
  ])('pause when %s', async (_name, reason, happen) => {
    const { owner } = site;
    const reader = await site.person();
    const id = await schedule(ctx, owner, formFor([reader], { devices: [site.devices.child] }));
    await happen();
    ctx.clock.advance(MINUTE);
    await runAll(ctx);
    ctx.clock.advance(DAY);
    await runAll(ctx);
    expect(mail.mails).toEqual([]);
    const paused = { enabled: false, paused: reason, nextAt: null };
    expect(await scheduleOf(reader, id)).toMatchObject(paused);
    expect(await runsOf(ctx, owner, id)).toMatchObject([{ dueAt: FIRST, failure: reason }]);
  });

  it('are listed to an administrator with all owners, and to other users only their own', async () => {
    const { owner } = site;
    const other = await site.person();
    const form = { devices: [site.devices.child] };
    const own = await schedule(ctx, owner, formFor([owner], form));
    const ofOther = await schedule(ctx, other, formFor([other], form));
    const { customerId, userId, userName, groupId } = owner.caller;
    const { db } = database.as({ customerId });
    const listed = async (role: Role) => {
      const schedules = await listSchedules(db, { customerId, userId, groupId, role });
      return schedules.map(({ id, ownerName }) => [id, ownerName]);
    };
    expect(await listed('viewer')).toEqual([[own, userName]]);
    expect(await listed('admin')).toEqual([
      [own, userName],
      [ofOther, other.caller.userName],
    ]);
  });

  it('can be resumed by their owner when the reason is gone', async () => {
    const { owner } = site;
    const id = await schedule(ctx, owner, formFor([owner], { devices: [site.devices.child] }));
    await moveTo(owner, site.aside.groupId);
    ctx.clock.advance(MINUTE);
    await runAll(ctx);
    await moveTo(owner, owner.caller.groupId);
    expect(await changeSchedule(ctx, owner.caller, String(id), { enabled: true })).toMatchObject({
      ok: true,
    });
    ctx.clock.advance(DAY);
    await runAll(ctx);
    expect(mail.mails).toHaveLength(1);
    expect(await scheduleOf(owner, id)).toMatchObject({ enabled: true, paused: null });
  });

  it.each<[string, string, (reader: Person) => Promise<unknown>]>([
    ['may no longer see the devices', 'not-visible', (r) => moveTo(r, site.aside.groupId)],
    ['is disabled', 'recipient-gone', disable],
    ['may no longer read data', 'not-visible', (r) => takeRight(r, 'data.read')],
  ])('go to the others if one recipient %s', async (_name, failure, happen) => {
    const { owner } = site;
    const reader = await site.person();
    const form = formFor([reader, owner], { group: site.child.groupId });
    const id = await schedule(ctx, owner, form);
    await happen(reader);
    ctx.clock.advance(MINUTE);
    await runAll(ctx);
    expect(mail.mails.map(({ to }) => to)).toEqual([[owner.address]]);
    expect(await runsOf(ctx, owner, id)).toEqual([
      { dueAt: FIRST, people: 2, sent: 1, open: 0, missed: false, failure },
    ]);
  });

  it('omit devices their recipient can no longer see', async () => {
    const { owner } = site;
    const reader = await site.person();
    await schedule(ctx, owner, formFor([reader, owner]));
    await moveTo(reader, site.child.groupId);
    ctx.clock.advance(DAY + MINUTE);
    await runAll(ctx);
    const names = (person: Person) =>
      devicesIn(got().find(({ to }) => to === person.address)!.attached[0]!.bytes).sort();
    expect(names(owner)).toEqual(['Hall', 'Kiosk']);
    expect(names(reader)).toEqual(['Kiosk']);
  });

  describe.each<[string, (ctx: TestContext) => Promise<void>]>([
    ['before the report is created', async () => undefined],
    ['before it is in the outbox', (on) => make(on)],
    [
      'before it is sent',
      async (on) => {
        await make(on);
        await runReportSchedules(on);
      },
    ],
  ])('if a permission is lost %s', (_name, go) => {
    it.each<[string, (owner: Person, reader: Person) => Promise<unknown>]>([
      ['the recipient disabled', (_owner, reader) => disable(reader)],
      ['the recipient moved', (_owner, reader) => moveTo(reader, site.aside.groupId)],
      ['the owner disabled', (owner) => disable(owner)],
      ['the owner without the right', (owner) => takeRight(owner, 'report.make')],
      ['the recipient without the right', (_owner, reader) => takeRight(reader, 'data.read')],
      ['the owner moved', (owner) => moveTo(owner, site.aside.groupId)],
    ])('are not sent: %s', async (_who, happen) => {
      const { owner } = site;
      const reader = await site.person();
      const id = await schedule(ctx, owner, formFor([reader]));
      ctx.clock.advance(MINUTE);
      await runReportSchedules(ctx);
      await go(ctx);
      await happen(owner, reader);
      await make(ctx);
      await runReportSchedules(ctx);
      await deliver(ctx);
      expect(mail.mails).toEqual([]);
      expect(await runsOf(ctx, owner, id)).toMatchObject([
        { sent: 0, open: 0, failure: 'access-ended' },
      ]);
    });
  });

  it('are not sent after they were deleted', async () => {
    const { owner } = site;
    const id = await schedule(ctx, owner, formFor([owner]));
    ctx.clock.advance(MINUTE);
    await runReportSchedules(ctx);
    await make(ctx);
    await runReportSchedules(ctx);
    expect(await removeSchedule(ctx, owner.caller, String(id))).toMatchObject({ ok: true });
    await deliver(ctx);
    expect(mail.mails).toEqual([]);
  });
});
