/** Active alarms: the newest event of each kind, by the time of the event. */
import type { AlarmType } from '@busbar/domain/alarm/alarm-type';
import { beforeEach, expect, it } from 'vitest';
import { recordAlarms } from '../../src/areas/alarms/record-alarms.ts';
import { openAlarms } from '../../src/areas/fleet/devices/open-alarm-queries.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { createTenant, type Tenant } from '../support/factories/tenant.ts';
import { fixture } from '../support/fixture.ts';

const NOON = Date.UTC(2026, 5, 1, 12);
const SECOND = 1000;

describeWithDatabase('active alarms', (database) => {
  const tenant = fixture(() => createTenant(database, { label: 'standing', now: NOON }));
  const foreign = fixture(() => createTenant(database, { label: 'standing-foreign', now: NOON }));
  beforeEach(async () => {
    await database.db.deleteFrom('device_alarm_event').execute();
    await database.db.deleteFrom('alarm').execute();
  });

  let hash = 100;
  const tell = (type: AlarmType, atS: number, active: boolean, of: Tenant = tenant) =>
    recordAlarms(
      database.db,
      [
        {
          event: {
            customerId: of.customerId,
            deviceId: of.deviceId,
            type,
            kind: 'alarm',
            phase: 'A',
            source: 'device',
            active,
            at: NOON + atS * SECOND,
            arrivedAt: NOON + 60 * SECOND,
            value: atS,
            limit: 275,
            endReason: 'device',
          },
          hash: ++hash,
        },
      ],
      NOON,
    );
  const standing = async (of: Tenant = tenant) =>
    (await openAlarms(database.db, [tenant, foreign], Date.now())).get(of.deviceId);
  const types = async () => (await standing())?.map(({ type }) => type);

  it('are none at first', async () => {
    expect(await standing()).toEqual([]);
  });

  it('are listed with the measured values, newest first, for each device separately', async () => {
    await tell('overVoltage', 1, true);
    await tell('overCurrent', 2, true);
    await tell('phaseLoss', 3, true, foreign);
    expect(await standing()).toEqual([
      {
        type: 'overCurrent',
        kind: 'alarm',
        since: NOON + 2 * SECOND,
        value: 2,
        peak: 2,
        limit: 275,
        phase: 'A',
        detail: '',
        facts: {},
      },
      expect.objectContaining({ type: 'overVoltage', since: NOON + SECOND }),
    ]);
    expect((await standing(foreign))?.map(({ type }) => type)).toEqual(['phaseLoss']);
  });

  it('end only with the end event of their own kind', async () => {
    await tell('overVoltage', 1, true);
    await tell('overCurrent', 2, true);
    await tell('overVoltage', 3, false);
    expect(await types()).toEqual(['overCurrent']);
    await tell('overVoltage', 4, true);
    expect(await types()).toEqual(['overVoltage', 'overCurrent']);
  });

  it('are not reactivated by an event that arrives late', async () => {
    await tell('overVoltage', 9, false);
    await tell('overVoltage', 5, true);
    expect(await types()).toEqual([]);
  });

  it('follow the event that arrived last if two events have the same time', async () => {
    await tell('overVoltage', 5, true);
    await tell('overVoltage', 5, false);
    expect(await types()).toEqual([]);
  });
});
