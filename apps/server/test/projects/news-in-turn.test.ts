/**
 * Two processes that expand alarm events concurrently; PostgreSQL only, where two transactions can
 * be open.
 */
import { describe, expect, it } from 'vitest';
import { expandBatch, fanOutAlarmEvents } from '../../src/areas/messaging/fan-out-alarm-events.ts';
import { addNotice } from '../../src/areas/sites/projects/project-notice-service.ts';
import { sharedDatabase } from '../support/databases.ts';
import { fixture } from '../support/fixture.ts';
import { testContext } from '../support/test-context.ts';
import { buildLampProject, buildLamps, look } from './lamp-fixture.ts';

const NIGHT = Date.UTC(2026, 10, 20, 14);
const INTERVAL_MS = 600_000;

describe('alarm events expanded by two processes', () => {
  const ctx = fixture(async () =>
    testContext(
      await sharedDatabase(),
      { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'Busbar <alarms@busbar.example>' },
      NIGHT,
    ),
  );

  it('report a start before its end, and the end when the interval is over', async () => {
    const of = await buildLamps(ctx, await buildLampProject(ctx));
    const notice = { mailAddress: 'crew@example.org', mail: true, language: 'en' };
    expect(await addNotice(ctx, of.caller, of.projectId, notice)).toMatchObject({ ok: true });
    await look(ctx, of, 1.8);
    const began = ctx.clock.now();
    await ctx.database.transaction(async (trx) => {
      expect(await expandBatch(ctx, trx)).toBe(1);
      await look(ctx, of, 2);
      await fanOutAlarmEvents(ctx);
    });
    await fanOutAlarmEvents(ctx);
    const mails = await ctx.database.db
      .selectFrom('outbox')
      .select(['dedupe_key', 'due_at'])
      .where('customer_id', '=', of.caller.customerId)
      .where('channel', '=', 'mail')
      .orderBy('due_at')
      .execute();
    expect(mails.map(({ dedupe_key }) => dedupe_key.split(':').at(-1))).toEqual([
      'opened',
      'ended',
    ]);
    expect(mails.map(({ due_at }) => Number(due_at))).toEqual([began, began + INTERVAL_MS]);
  });
});
