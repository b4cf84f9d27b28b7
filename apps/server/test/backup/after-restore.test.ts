/** What the former server did after the backup does not confuse devices, users and receivers. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { fanOutAlarmEvents } from '../../src/areas/messaging/fan-out-alarm-events.ts';
import { sendDueNotifications } from '../../src/areas/messaging/notifications/due-notices.ts';
import { DEFAULT_PREFERENCES } from '../../src/areas/messaging/notifications/settings-queries.ts';
import { changeSettings } from '../../src/areas/messaging/notifications/settings-service.ts';
import type { Database } from '../../src/storage/database.ts';
import { openAlarm } from '../messages/alarm-rows.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { buildCaller, buildCustomer } from '../support/factories/customer.ts';
import { buildDevice } from '../support/factories/device.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { testContext } from '../support/test-context.ts';
import { backUp, emptyPlace, restoreTo, within } from './backup-fixture.ts';

const ENV = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'Busbar <alarms@busbar.example>' };
const HOUR = 3_600_000;

describeWithDatabase('after a restore', (database) => {
  it('ids are new, open alarms are reminded of, and devices receive their timer tables', async () => {
    const ctx = testContext(database, ENV, Date.now() - HOUR);
    const caller = await buildCaller(ctx, await buildCustomer(ctx), { role: 'admin' });
    const { customerId } = caller;
    const { deviceId } = await buildDevice(ctx, caller);
    await changeSettings(ctx, caller, {
      profile: { mailAddress: 'u@example.org' },
      preferences: [{ ...DEFAULT_PREFERENCES, mail: true, repeatMin: 30 }],
    });
    await database.db.updateTable('timer_table').set({ state: 'same' }).execute();
    await openAlarm(ctx, { customerId, deviceId, type: 'overTemp' });
    await fanOutAlarmEvents(ctx);
    await sendDueNotifications(ctx);
    const file = await backUp(database, temporaryFolder());
    const lost = await openAlarm(ctx, { customerId, deviceId, type: 'overVoltage' });
    const lostNews = await newestNews(database);

    const place = await emptyPlace();
    await restoreTo(place, file);
    await within(place, async (restored) => {
      const after = testContext(restored, ENV, Date.now());
      expect(await openAlarm(after, { customerId, deviceId, type: 'lowVoltage' })).toBeGreaterThan(
        lost,
      );
      expect(await newestNews(restored)).toBeGreaterThan(lostNews);
      await sendDueNotifications(after);
      const mails = await restored.db
        .selectFrom('outbox')
        .select('dedupe_key')
        .where('dedupe_key', 'like', 'mail:%:overTemp:%')
        .where('state', '=', 'waiting')
        .execute();
      expect(mails).toHaveLength(1);
      const tables = await restored.db
        .selectFrom('timer_table')
        .select(['device_id', 'state'])
        .execute();
      expect(tables).toEqual([{ device_id: deviceId, state: 'waiting' }]);
    });
  });
});

async function newestNews({ db }: Database): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select max(news_id)::float8 as id from alarm_news`.execute(db);
  return rows[0]!.id;
}
