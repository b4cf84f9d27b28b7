/**
 * The preview before devices are moved: whose view changes, and which automations continue without
 * the users who lose them.
 */
import { expect, it } from 'vitest';
import { describeWithDatabase } from '../support/databases.ts';
import { groupFixture } from './group-fixture.ts';

describeWithDatabase('the preview of a device move', (database) => {
  const {
    ctx,
    customer,
    admin,
    north,
    south,
    hall,
    deviceIn,
    userIn,
    toSouth,
    preview,
    shownViews,
  } = groupFixture(database);

  it('lists which users lose and gain the devices', async () => {
    const press = await deviceIn(hall.groupId, 'Press');
    const lights = await deviceIn(north.groupId, 'Lights');
    const [inHall, inNorth, inSouth] = [
      await userIn(hall.groupId),
      await userIn(north.groupId),
      await userIn(south.groupId),
    ];
    expect(await shownViews(toSouth(press.code, lights.code))).toEqual({
      Hall: { users: [inHall.userId], lost: ['Press'], gained: [] },
      North: { users: [inNorth.userId], lost: ['Lights', 'Press'], gained: [] },
      South: { users: [inSouth.userId], lost: [], gained: ['Lights', 'Press'] },
    });
  });

  it('lists automations that continue after their users lose access to the devices', async () => {
    const press = await deviceIn(hall.groupId, 'Press');
    const inHall = await userIn(hall.groupId);
    const { db } = ctx.database;
    const of = { customer_id: customer.customerId };
    await db
      .insertInto('timer')
      .values({
        ...of,
        device_id: press.deviceId,
        days: 1,
        clock_time: '07:00',
        switch_order: 'open',
        enabled: true,
        changed_at: new Date(),
      })
      .execute();
    const { project_id } = await db
      .insertInto('project')
      .values({
        ...of,
        group_id: north.groupId,
        name: 'Yard lamps',
        type: 'lamp',
        created_by: admin.userId,
        created_by_name: '',
        created_at: new Date(),
      })
      .returning('project_id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('lamp_group')
      .values({
        ...of,
        project_id,
        device_id: press.deviceId,
        name: 'Row 1',
        lamp_count: 1,
        lamp_power_kw: 0.1,
        error_range: 5,
        lamp_kind: 'led',
        burn_rule: 'switch',
        created_at: new Date(),
      })
      .execute();
    await db
      .insertInto('notification_setting')
      .values({
        ...of,
        user_id: inHall.userId,
        alarm_type: '*',
        mail: true,
        push: false,
        in_app: false,
        tell_end: false,
        through_quiet: false,
        interval_min: 5,
      })
      .execute();
    expect((await preview(toSouth(press.code))).touched).toEqual({
      timers: 1,
      projects: ['Yard lamps'],
      towers: [],
      schedules: 0,
      notified: 1,
    });
  });
});
