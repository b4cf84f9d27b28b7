/**
 * Byte-exact answers of `/data/findVariableByDateTime` and `/device/summonVariable`
 * (docs/specification/readings.md 2, docs/specification/calls.md 6; docs/decisions.md 24): the
 * measurement record with every name in its order, both forms of an id, and text and numbers for
 * the filters as the old front end sends them.
 */
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { energyRegisterColumns, measurementColumns } from '../../src/storage/reading-columns.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { buildTenantDevice } from '../support/factories/tenant-device.ts';
import { fixture } from '../support/fixture.ts';
import { startServer, TEST_NOW } from '../support/start-server.ts';

/** 2026-11-18 00:00:00 in Shanghai. */
const START = Date.UTC(2026, 10, 17, 16);
const MINUTE_MS = 60_000;

describeWithDatabase('legacy history calls', (database) => {
  const server = fixture(() => startServer(database, { env: { ROLES: 'api' } }));
  const own = fixture(() => createTenant(database, { label: 'bytes', now: TEST_NOW }));
  const device = fixture(() => buildTenantDevice(database, own));

  beforeAll(async () => {
    const row = (values: string) => sql.raw(`${own.customerId}, ${device.deviceId}, ${values}`);
    const at = (n: number) => `timestamptz '${new Date(START + n * MINUTE_MS).toISOString()}'`;
    const all = measurementColumns.map((_, i) => i + 0.25).join(', ');
    const counted = energyRegisterColumns.map((_, i) => `${1000 + i}.50`).join(', ');
    await sql`insert into measurement values (${row(`${at(0)}, 0, 1, ${all}`)})`.execute(
      database.db,
    );
    await sql`insert into measurement (customer_id, device_id, ts, quality, content_hash, voltage_a_v)
      values (${row(`${at(1)}, 0, 2, 230.1`)}), (${row(`${at(2)}, 0, 3, null`)})`.execute(
      database.db,
    );
    await sql`insert into energy_register values (${row(`${at(0)}, 0, 1, ${counted}`)})`.execute(
      database.db,
    );
    return () => server.stop();
  });

  const text = async (body: object): Promise<string> => {
    const response = await server.app.inject({
      method: 'POST',
      url: '/data/findVariableByDateTime',
      headers: { authorization: own.users.viewer.token },
      payload: body,
    });
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    return response.body;
  };
  const RECORD =
    '{"dateTime":"2026-11-18 00:00:00","ts":1794931200000,"volPa":0.25,"volPb":1.25,"volPc":2.25,' +
    '"volLa":3.25,"volLb":4.25,"volLc":5.25,"curA":6.25,"curB":7.25,"curC":8.25,"insP":9.25,' +
    '"insPa":10.25,"insPb":11.25,"insPc":12.25,"insQ":13.25,"insQa":14.25,"insQb":15.25,' +
    '"insQc":16.25,"insS":17.25,"insSa":18.25,"insSb":19.25,"insSc":20.25,"pwrF":21.25,' +
    '"pwrFa":22.25,"pwrFb":23.25,"pwrFc":24.25,"freq":25.25,"t":26.25}';
  const SECOND = '{"dateTime":"2026-11-18 00:01:00","ts":1794931260000,"volPa":230.1}';
  const THIRD = '{"dateTime":"2026-11-18 00:02:00","ts":1794931320000}';
  const answer = (rows: readonly string[], rest: string) =>
    `{"errCode":0,"msg":"","data":[${rows.join(',')}],${rest}}`;

  it.each([
    ['as requested by the old front end', {}, [THIRD, SECOND, RECORD], 1, 1, 3, 100_000],
    ['with numbers as text', { rows: '2', currentPage: '2' }, [RECORD], 2, 2, 3, 2],
    ['with numbers', { rows: 1, currentPage: 2 }, [SECOND], 2, 3, 3, 1],
    ['with instants in ms', { startTime: START, endTime: START + 1 }, [RECORD], 1, 1, 1, 100_000],
    ['beyond the last page', { currentPage: 9 }, [], 9, 1, 3, 100_000],
    [
      'for an empty range',
      { endTime: '2026-11-17 00:00:01', startTime: '2026-11-17 00:00:00' },
      [],
      1,
      0,
      0,
      100_000,
    ],
  ])('return measurement records %s', async (_, over, rows, page, pages, total, size) => {
    for (const deviceId of [device.deviceCode, device.deviceId, String(device.deviceId)]) {
      for (const groupId of [own.groupId, String(own.groupId)]) {
        const body = {
          startTime: '2026-11-18 00:00:00',
          endTime: '2026-11-18 00:03:00',
          rows: 100_000,
          currentPage: 1,
          deviceId,
          groupId,
          ...over,
        };
        expect(await text(body)).toBe(
          answer(
            rows,
            `"currentPage":${page},"totalPage":${pages},"totalCount":${total},"rows":${size}`,
          ),
        );
      }
    }
  });

  it('return energy registers with every name in its order', async () => {
    const names = 'epT epT1 epT2 epT3 epT4 epI epI1 epI2 epI3 epI4 epEx epEx1 epEx2 epEx3 epEx4';
    const reactive = names.replaceAll('ep', 'eq');
    const registers = `${names} ${reactive}`
      .split(' ')
      .map((name, i) => `"${name}":${1000 + i}.50`);
    const body = {
      startTime: START,
      endTime: START + 1,
      deviceId: device.deviceCode,
      dataType: 'energy',
    };
    expect(await text(body)).toBe(
      answer(
        [`{"dateTime":"2026-11-18 00:00:00","ts":1794931200000,${registers.join(',')}}`],
        '"currentPage":1,"totalPage":1,"totalCount":1,"rows":13',
      ),
    );
  });

  it('reject each invalid filter with its own message', async () => {
    const whole = { startTime: START, endTime: START + 1, deviceId: device.deviceCode };
    const refusal = async (over: object) =>
      JSON.parse(await text({ ...whole, ...over })) as { errCode: number; reason?: string };
    expect(await refusal({ groupId: 1 })).toMatchObject({ errCode: 404, reason: 'not-found' });
    expect(await refusal({ deviceId: 'NOBODY-0001' })).toMatchObject({ reason: 'not-found' });
    expect(await refusal({ endTime: START })).toMatchObject({ reason: 'range-invalid' });
  });

  it('poll a device for its energy, and return errCode, message and the id of the command sent', async () => {
    await sql`insert into device_state (customer_id, device_id, connected, heard_at)
      values (${own.customerId}, ${device.deviceId}, true, ${new Date(TEST_NOW)})
      on conflict (customer_id, device_id) do update
        set connected = true, heard_at = excluded.heard_at`.execute(database.db);
    const ask = async (over: object) =>
      (
        await server.app.inject({
          method: 'POST',
          url: '/device/summonVariable',
          headers: { authorization: own.users.viewer.token },
          payload: {
            userId: own.users.viewer.userId,
            deviceId: device.deviceCode,
            dataType: 'energy',
            ...over,
          },
        })
      ).body;
    const first = await ask({});
    const id = (JSON.parse(first) as { data: { command_id: string } }).data.command_id;
    const { rows } = await sql<{ kind: string; args: object; source: string }>`
      select kind, args, source from command where command_id = ${id}::uuid`.execute(database.db);
    expect(rows).toEqual([
      { kind: 'summon', args: { dataType: 'energy' }, source: 'v1.device.summonVariable' },
    ]);
    expect(first).toBe(
      `{"errCode":0,"msg":"The command has been brushed into the cache","data":{"command_id":"${id}"}}`,
    );
    // A repeat during a pending request shares it; a request for the other data type is a new one.
    expect(await ask({ deviceId: device.deviceId })).toBe(first);
    expect(await ask({ dataType: 'variable' })).not.toBe(first);
    const wrong = JSON.parse(await ask({ dataType: 'all' })) as object;
    expect(wrong).toMatchObject({ errCode: 400, field: 'dataType' });
  });
});
