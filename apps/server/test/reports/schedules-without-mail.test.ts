/** Scheduled reports in the lists of their recipients, without mail, and the messages about them. */
import { expect, it } from 'vitest';
import { listNotifications } from '../../src/areas/messaging/notifications/notification-list.ts';
import { presentNotification } from '../../src/areas/messaging/notifications/present-notification.ts';
import { changeSettings } from '../../src/areas/messaging/notifications/settings-service.ts';
import { runReportSchedules } from '../../src/areas/reports/schedules/run-schedules.ts';
import { changeSchedule } from '../../src/areas/reports/schedules/schedule-service.ts';
import { listReports } from '../../src/areas/reports/tasks/report-queries.ts';
import type { BusEvents } from '../../src/bus.ts';
import { describeWithDatabase } from '../support/databases.ts';
import {
  FIRST,
  formFor,
  type Person,
  runAll,
  runsOf,
  schedule,
  scheduleFixture,
} from './schedule-fixture.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

describeWithDatabase('scheduled reports without mail', (database) => {
  const { mail, ctx, site, disable, moveTo, takeRight } = scheduleFixture(database);

  const withoutMailServer = () => Object.assign(ctx.config, { smtpUrl: undefined });
  const withoutAddress = ({ caller }: Person) =>
    changeSettings(ctx, caller, { profile: { mailAddress: '' }, preferences: undefined });
  const reportsOf = async ({ caller }: Person) => listReports(database.db, caller, 10);
  const messagesOf = async ({ caller }: Person) => {
    const query = { page: 1, pageSize: 10, unreadOnly: true };
    const { list } = await listNotifications(database.db, caller, query);
    return list.map(presentNotification).map(({ what, report }) => ({ what, report }));
  };

  it('are in the list of their recipient, who has one message that they are ready', async () => {
    withoutMailServer();
    const { owner } = site;
    await withoutAddress(owner);
    const added: BusEvents['notification.added'][] = [];
    const off = ctx.bus.subscribe('notification.added', (event) => added.push(event));
    const id = await schedule(ctx, owner, formFor([owner]));
    ctx.clock.advance(MINUTE);
    await runAll(ctx);
    await runAll(ctx);
    off();
    const [report, ...others] = await reportsOf(owner);
    expect(others).toEqual([]);
    expect(report).toMatchObject({ state: 'done', type: 'alarm' });
    const day = '2026-11-19';
    const ready = { task_id: report!.id, type: 'alarm', start: day, end: day, failure: '' };
    expect(await messagesOf(owner)).toEqual([{ what: 'report-ready', report: ready }]);
    expect(added.map(({ userId }) => userId)).toEqual([owner.caller.userId]);
    expect(await runsOf(ctx, owner, id)).toEqual([
      { dueAt: FIRST, people: 1, sent: 1, open: 0, missed: false, failure: null },
    ]);
    expect(mail.mails).toEqual([]);
  });

  it('are not mailed if only the list is chosen, although there is a mail server', async () => {
    const { owner } = site;
    const reader = await site.person();
    await withoutAddress(reader);
    await schedule(ctx, owner, formFor([owner, reader], { byMail: false }));
    ctx.clock.advance(MINUTE);
    await runAll(ctx);
    expect(mail.mails).toEqual([]);
    for (const person of [owner, reader]) {
      expect(await reportsOf(person)).toMatchObject([{ state: 'done' }]);
      expect(await messagesOf(person)).toMatchObject([{ what: 'report-ready' }]);
    }
  });

  it('have no message beside their mail', async () => {
    const { owner } = site;
    await schedule(ctx, owner, formFor([owner]));
    ctx.clock.advance(MINUTE);
    await runAll(ctx);
    expect(mail.mails).toHaveLength(1);
    expect(await messagesOf(owner)).toEqual([]);
  });

  it('continue when the mail server or an address is removed, and say so', async () => {
    const { owner } = site;
    const reader = await site.person();
    const id = await schedule(ctx, owner, formFor([owner, reader]));
    await withoutAddress(reader);
    ctx.clock.advance(MINUTE);
    await runAll(ctx);
    expect(mail.mails.map(({ to }) => to)).toEqual([[owner.address]]);
    expect(await reportsOf(reader)).toMatchObject([{ state: 'done' }]);
    const { smtpUrl } = ctx.config;
    withoutMailServer();
    const later = await changeSchedule(ctx, owner.caller, String(id), {
      recipients: [owner.caller.userId],
    });
    expect(later).toMatchObject({ ok: true });
    ctx.clock.advance(DAY);
    await runAll(ctx);
    expect(mail.mails).toHaveLength(1);
    expect(await messagesOf(owner)).toMatchObject([{ what: 'report-ready' }]);
    Object.assign(ctx.config, { smtpUrl });
    ctx.clock.advance(DAY);
    await runAll(ctx);
    expect(mail.mails).toHaveLength(2);
    expect(await runsOf(ctx, owner, id)).toMatchObject([
      { people: 1, sent: 1, failure: null },
      { people: 1, sent: 1, failure: 'mail-not-available' },
      { people: 2, sent: 2, failure: 'mail-missing' },
    ]);
  });

  it('tell their owner once that a run failed, and never a user who is disabled', async () => {
    withoutMailServer();
    const { owner, aside, child } = site;
    const readers = [await site.person(), await site.person(), await site.person()];
    const [blind, gone, ...rest] = readers as [Person, Person, Person];
    await schedule(ctx, owner, formFor(readers, { group: child.groupId }));
    await moveTo(blind, aside.groupId);
    await disable(gone);
    ctx.clock.advance(MINUTE);
    await runAll(ctx);
    const failure = expect.stringMatching(/^(not-visible|recipient-gone)$/);
    expect(await messagesOf(owner)).toMatchObject([
      { what: 'report-failed', report: { task_id: null, failure } },
    ]);
    for (const reader of rest) {
      expect(await messagesOf(reader)).toMatchObject([{ what: 'report-ready' }]);
    }
    for (const reader of [blind, gone]) {
      expect(await messagesOf(reader)).toEqual([]);
      expect(await reportsOf(reader)).toEqual([]);
    }
  });

  it('are announced only to recipients who may open them', async () => {
    withoutMailServer();
    const { owner } = site;
    const [before, meanwhile] = [await site.person(), await site.person()];
    const form = formFor([owner, before, meanwhile]);
    const id = await schedule(ctx, owner, form);
    await takeRight(before, 'report.make');
    const change = changeSchedule(ctx, owner.caller, String(id), form);
    expect(await change).toMatchObject({ refusal: 'report-recipient-no-permission' });
    ctx.clock.advance(MINUTE);
    await runReportSchedules(ctx);
    await takeRight(meanwhile, 'report.make');
    await runAll(ctx);
    expect(await messagesOf(owner)).toContainEqual(
      expect.objectContaining({ what: 'report-ready' }),
    );
    for (const reader of [before, meanwhile]) expect(await messagesOf(reader)).toEqual([]);
    expect(await runsOf(ctx, owner, id)).toMatchObject([
      { people: 3, sent: 1, failure: 'access-ended' },
    ]);
  });

  it('are not announced to a recipient who lost sight of the devices meanwhile', async () => {
    withoutMailServer();
    const { owner, child, aside } = site;
    const reader = await site.person(child.groupId);
    await schedule(ctx, owner, formFor([reader], { group: child.groupId }));
    ctx.clock.advance(MINUTE);
    await runReportSchedules(ctx);
    await moveTo(reader, aside.groupId);
    await runAll(ctx);
    expect(await messagesOf(reader)).toEqual([]);
    expect(await messagesOf(owner)).toMatchObject([
      { what: 'report-failed', report: { failure: 'access-ended' } },
    ]);
  });
});
