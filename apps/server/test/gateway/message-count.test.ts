/**
 * Messages per day compared with the agreed number: reported when exceeded, and all of them stored.
 */
import { formatLocal } from '@busbar/domain/calendar';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { notifyMessageQuotas } from '../../src/areas/identity/registration/message-quota.ts';
import { findMessageUse } from '../../src/areas/identity/registration/message-quota-queries.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { refuseVoltage, rowsOfDevice } from '../support/devices/device-rows.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { buildTenantDevice } from '../support/factories/tenant-device.ts';
import { fixture } from '../support/fixture.ts';
import { connectDevice, publishUp, startTestGateway } from '../support/start-gateway.ts';

describeWithDatabase('messages per day', (database) => {
  const tenant = fixture(() => createTenant(database, { label: 'counted', now: Date.now() }));
  const other = fixture(() => createTenant(database, { label: 'beside', now: Date.now() }));
  const gateway = fixture(() => startTestGateway(database));

  async function device() {
    const added = await buildTenantDevice(database, tenant);
    const client = await connectDevice(gateway.port, added);
    return {
      ...added,
      say: (payload: unknown) => publishUp(client, added.deviceCode, 'data', payload),
    };
  }
  const agree = (most: number | null) =>
    database.db
      .updateTable('customer')
      .set({ most_messages: most })
      .where('customer_id', '=', tenant.customerId)
      .execute();
  const use = (of = tenant) => findMessageUse(gateway.ctx, of);
  const logged = async (customerId: number) => {
    const rows = await database.db
      .selectFrom('operation_log')
      .select('detail')
      .where('customer_id', '=', customerId)
      .where('command', '=', 'message limit')
      .orderBy('operation_log_id')
      .execute();
    return rows.map(({ detail }) => detail as Record<string, unknown>);
  };

  it('are counted once each, whatever they contain, in the customer’s day', async () => {
    const { say } = await device();
    const before = (await use()).messages;
    const ts = Date.now();
    await say({ ts: ts - 3000, volPa: 230 });
    await say([
      { ts: ts - 2000, volPa: 230 },
      { ts: ts - 1000, volPa: 231 },
    ]);
    expect(await use()).toEqual({ messages: before + 2, most: null, mark: 0 });
    expect((await use(other)).messages).toBe(0);
    const { rows } = await rowsOfDay(tenant.customerId);
    const zone = await zoneOf(tenant.customerId);
    expect(rows.map(({ day }) => day)).toContain(formatLocal(Date.now(), zone).slice(0, 10));
  });

  it('are one message even if one of its rows is rejected and the rest stored', async () => {
    const { say, deviceId } = await device();
    const before = (await use()).messages;
    const ts = Date.now();
    await refuseVoltage(database, 666);
    await say([
      { ts: ts - 2000, volPa: 230 },
      { ts: ts - 1000, volPa: 666 },
      { ts, volPa: 231 },
    ]);
    expect(await rowsOfDevice(database, 'measurement', deviceId)).toHaveLength(2);
    expect((await use()).messages).toBe(before + 1);
  });

  const setMailAddress = (userId: number, address: string) =>
    database.db
      .insertInto('notification_profile')
      .values({
        customer_id: tenant.customerId,
        user_id: userId,
        mail_address: address,
        language: 'fr',
      })
      .onConflict((oc) =>
        oc
          .columns(['customer_id', 'user_id'])
          .doUpdateSet({ mail_address: address, language: 'fr' }),
      )
      .execute();

  it('are still stored above the agreed number, and reported once at each threshold', async () => {
    const { say, deviceId } = await device();
    const { admin, operator, viewer } = tenant.users;
    await setMailAddress(admin.userId, 'ona@example.org');
    // Permissions and group decide, not the built-in role.
    await setMailAddress(operator.userId, 'below@example.org');
    await setMailAddress(viewer.userId, 'helpdesk@example.org');
    await sql`update user_account set role = 'admin', group_id = ${tenant.childGroupId}
      where customer_id = ${tenant.customerId} and user_id = ${operator.userId}`.execute(
      database.db,
    );
    await sql`update custom_role set permissions = array['data.read', 'user.manage']
      where customer_id = ${tenant.customerId}`.execute(database.db);
    await sql`update user_account set custom_role_id = ${tenant.roleId}
      where customer_id = ${tenant.customerId} and user_id = ${viewer.userId}`.execute(database.db);
    const tell = () => notifyMessageQuotas(gateway.ctx, Date.now());
    const { messages } = await use();
    const most = (messages + 4) * 5;
    await agree(most);
    expect(await tell()).toBe(0);

    const near = Math.ceil((messages + 1) / 0.8);
    await agree(near);
    const ts = Date.now();
    await say({ ts: ts - 9000, volPa: 230 });
    expect((await use()).mark).toBe(80);
    expect(await Promise.all([tell(), tell()])).toEqual(expect.arrayContaining([1, 0]));
    for (let i = 0; i <= near - messages; i += 1) await say({ ts: ts - 8000 + i, volPa: 230 });
    expect((await use()).mark).toBe(100);
    expect(await tell()).toBe(1);
    expect(await tell()).toBe(0);
    expect(await rowsOfDevice(database, 'measurement', deviceId)).toHaveLength(near - messages + 2);
    expect((await logged(tenant.customerId)).map(({ percent }) => percent)).toEqual([80, 100]);
    expect(await logged(other.customerId)).toEqual([]);
    const mails = await database.db
      .selectFrom('outbox')
      .select('payload')
      .where('customer_id', '=', tenant.customerId)
      .where('channel', '=', 'mail')
      .orderBy('outbox_id')
      .execute();
    const sent = mails.map(({ payload }) => payload as { subject: string; to: string });
    const subjectsTo = (address: string) =>
      sent.filter(({ to }) => to === address).map(({ subject }) => subject);
    for (const address of ['ona@example.org', 'helpdesk@example.org']) {
      expect(subjectsTo(address)).toEqual([
        expect.stringContaining('80\u202f% des messages'),
        expect.stringContaining('100\u202f% des messages'),
      ]);
    }
    expect(sent).toHaveLength(4);
    await agree(null);
  });

  const rowsOfDay = async (customerId: number) => ({
    rows: await database.db
      .selectFrom('message_day')
      .select('day')
      .where('customer_id', '=', customerId)
      .execute(),
  });
  const zoneOf = async (customerId: number) => {
    const { zone } = await database.db
      .selectFrom('customer')
      .innerJoin('zone', 'zone.zone_id', 'customer.zone_id')
      .where('customer_id', '=', customerId)
      .select('zone.iana_name as zone')
      .executeTakeFirstOrThrow();
    return zone;
  };
});
