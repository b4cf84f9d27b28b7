/** Files and devices that an import of readings refuses, and who may import. */
import { strToU8 } from 'fflate';
import { expect, it } from 'vitest';
import { inside, workbook } from '../device-import/import-files.ts';
import { sendRegisters } from '../energy/ledger-fixture.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { buildClient } from '../support/factories/client.ts';
import { buildCaller, buildCustomer, buildGroup } from '../support/factories/customer.ts';
import { buildDevice } from '../support/factories/device.ts';
import { fixture } from '../support/fixture.ts';
import { startServer } from '../support/start-server.ts';

const CALL = '/api/v2/reading-import';
const HOUR = 3_600_000;
const MIB = 1024 * 1024;
const HEAD = 'Time,Register (kWh)';
const sheetOf = (rows: string) =>
  workbook([[['Time', 'Register']]], {
    'xl/worksheets/sheet1.xml': strToU8(`<worksheet><sheetData>${rows}</sheetData></worksheet>`),
  });

const FILES: readonly (readonly [string, () => string | Uint8Array])[] = [
  ['import-unreadable', () => `${HEAD}\n2026-01-01\0,5`],
  ['import-unreadable', () => new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 1])],
  ['import-unreadable', () => 'PK\u0003\u0004 no archive'],
  ['import-encoding', () => new Uint8Array([0x54, 0xff, 0xfe, 0x80])],
  ['import-empty', () => HEAD],
  ['reading-columns-missing', () => 'Device code,Device name\nA,B'],
  ['reading-too-many-rows', () => `${HEAD}\n${'2026-01-01,1\n'.repeat(100_001)}`],
  ['import-too-large', () => sheetOf('<row/>'.padEnd(40 * MIB, '<a/>'))],
];

describeWithDatabase('files of readings', (database) => {
  const server = fixture(() => startServer(database, { env: { ROLES: 'api' } }));
  const world = fixture(async () => {
    const ctx = server.parts.context;
    const customer = await buildCustomer(ctx);
    const [north, south] = [
      await buildGroup(ctx, customer, 'north'),
      await buildGroup(ctx, customer, 'south'),
    ];
    const caller = await buildCaller(ctx, customer, { role: 'admin' });
    const device = await buildDevice(ctx, caller, { group: north.groupId });
    const now = ctx.clock.now();
    const { customerId } = customer;
    const send = (deviceId: number) =>
      sendRegisters(ctx, { customerId } as never, [
        { deviceId, at: now - HOUR, registers: { activeTotal: 500 } },
      ]);
    const silent = await buildDevice(ctx, caller, { group: north.groupId });
    await send(device.deviceId);
    const rows = [3, 2].map(
      (hours) => `${new Date(now - hours * HOUR).toISOString()},${500 - hours}`,
    );
    const body = {
      device_code: device.code,
      content: inside([HEAD, ...rows].join('\n')),
    };
    const admin = await buildClient(server, customer, { role: 'admin' });
    return { ctx, customer, south, device, silent, admin, body };
  });

  it.each(FILES)('are refused as a whole: %s', async (reason, file) => {
    const content = inside(file());
    const { body } = await world.admin.post(CALL, { ...world.body, content });
    expect(body).toMatchObject({ reason });
  });

  it('name the line and the column of each bad row, and store nothing', async () => {
    const rows = [
      '03/04/2026 10:00,1',
      '2099-01-01,2',
      '2001-01-01,3',
      '=1+1,4',
      '2026-01-01,"1,5"',
      '2026-01-01,0,25',
    ];
    const content = inside([HEAD, ...rows].join('\n'));
    const { body } = await world.admin.post(CALL, { ...world.body, content });
    expect(body.data).toMatchObject({ mark: null, rows: 6, readings: 0 });
    expect(
      body.data.problems.map(({ row, column, reason }: never) => [row, column, reason]),
    ).toEqual([
      [2, 'time', 'time-order-unknown'],
      [3, 'time', 'time-future'],
      [4, 'time', 'time-too-old'],
      [5, 'time', 'time-unreadable'],
      [6, 'register', 'value-unreadable'],
      [7, 'register', 'extra-cell'],
    ]);
  });

  it('are refused for a device without a reading of its own, with which they would be compared', async () => {
    const { body } = await world.admin.post(CALL, {
      ...world.body,
      device_code: world.silent.code,
    });
    expect(body).toMatchObject({ reason: 'reading-import-no-register' });
  });

  it('are refused to other customers, to other groups and without the permission', async () => {
    const { ctx, customer, south, admin, body } = world;
    const { mark } = (await admin.post(CALL, body)).body.data;
    expect(mark).toEqual(expect.any(String));
    const stranger = await buildClient(server, await buildCustomer(ctx), { role: 'admin' });
    const sibling = await buildClient(server, customer, { role: 'admin', groupId: south.groupId });
    for (const client of [stranger, sibling]) {
      for (const path of [CALL, `${CALL}/accept`]) {
        expect((await client.post(path, { ...body, mark })).body.reason).toBe('not-found');
      }
    }
    const viewer = await buildClient(server, customer, { role: 'viewer' });
    expect((await viewer.post(CALL, body)).body.reason).toBe('forbidden');
    expect((await admin.post(`${CALL}/accept`, { ...body, mark })).body).toMatchObject({
      code: 0,
      data: { imported: 2, repeated: false },
    });
  });
});
