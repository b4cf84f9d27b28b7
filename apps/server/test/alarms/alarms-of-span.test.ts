/** Alarms of a time span over HTTP: opened in it, or active in it whenever they were opened. */
import { expect, it } from 'vitest';
import { recordAlarms } from '../../src/areas/alarms/record-alarms.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { buildTenantDevice } from '../support/factories/tenant-device.ts';
import { fixture } from '../support/fixture.ts';
import { httpClient } from '../support/http-client.ts';
import { startServer, TEST_NOW } from '../support/start-server.ts';
import { word } from './alarm-words.ts';

const MINUTE = 60_000;
const START = TEST_NOW - 60 * MINUTE;
const END = TEST_NOW - 30 * MINUTE;

describeWithDatabase('alarms of a time span', (database) => {
  const server = fixture(() => startServer(database, { env: { ROLES: 'api' } }));
  const tenant = fixture(() => createTenant(database, { label: 'own', now: TEST_NOW }));
  const client = fixture(async () => httpClient(server.app, { token: tenant.users.viewer.token }));

  /**
   * Times are minutes after the beginning of the span; `ended` null means the alarm is still open.
   */
  async function deviceWith(
    alarms: readonly [phase: string, opened: number, ended: number | null][],
  ) {
    const { deviceId, deviceCode } = await buildTenantDevice(database, tenant);
    const of = { customerId: tenant.customerId, deviceId };
    const words = alarms.flatMap(([phase, opened, ended]) => [
      word({ ...of, phase, at: START + opened * MINUTE }),
      ...(ended === null
        ? []
        : [word({ ...of, phase, at: START + ended * MINUTE, active: false })]),
    ]);
    await database.transaction((trx) => recordAlarms(trx, words, TEST_NOW));
    return deviceCode;
  }
  const phasesOf = async (device_code: string, more: string) => {
    const { body } = await client.get(
      `/api/v2/alarms?alarm_type=all&device_code=${device_code}&start=${START}&end=${END}${more}`,
    );
    const { alarm_list, total } = body.data.list;
    expect(total).toBe(alarm_list.length);
    return alarm_list.map(({ phase }: { phase: string | null }) => phase ?? '').sort();
  };

  it('are those opened in it, and with `standing` also those still open when it began', async () => {
    const code = await deviceWith([
      ['A', -20, 10],
      ['B', -20, null],
      ['C', -20, -5],
      ['', 5, 8],
    ]);
    const later = await deviceWith([['A', 40, null]]);
    expect(await phasesOf(code, '')).toEqual(['']);
    expect(await phasesOf(code, '&standing=0')).toEqual(['']);
    expect(await phasesOf(code, '&standing=1')).toEqual(['', 'A', 'B']);
    expect(await phasesOf(later, '&standing=1')).toEqual([]);
  });
});
