/**
 * Covers an import from the upload of the file to its devices and secrets: devices that change in
 * the meantime, and access by other users.
 */
import { readdirSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { removeDevice } from '../../src/areas/fleet/devices/change-device.ts';
import {
  importTemplate,
  secretsFile,
} from '../../src/areas/onboarding/device-import/import-files.ts';
import {
  acceptImport,
  previewImport,
  takeSecrets,
} from '../../src/areas/onboarding/device-import/import-service.ts';
import {
  importMark,
  importsFolder,
  purgeImports,
} from '../../src/areas/onboarding/device-import/preview-files.ts';
import { sha256 } from '../../src/areas/shared/secrets/session-secret.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { buildCaller, buildCustomer, buildGroup } from '../support/factories/customer.ts';
import { buildDevice, freshCode } from '../support/factories/device.ts';
import { fixture } from '../support/fixture.ts';
import { testContext } from '../support/test-context.ts';
import { csv, filled, HEAD, inside } from './import-files.ts';

const HOUR_MS = 3_600_000;

describeWithDatabase('an import', (database) => {
  const ctx = testContext(database);
  const customer = fixture(() => buildCustomer(ctx));
  const caller = fixture(() => buildCaller(ctx, customer, { role: 'operator' }));
  const stranger = fixture(async () =>
    buildCaller(ctx, await buildCustomer(ctx), { role: 'admin' }),
  );

  async function preview(rows: readonly (readonly string[])[], head: readonly string[] = HEAD) {
    const found = await previewImport(ctx, caller, csv([head, ...rows]));
    if (!found.ok) throw new Error(`${found.refusal} ${found.detail ?? ''}`);
    return found.value;
  }
  const idOf = async (...of: Parameters<typeof preview>) => (await preview(...of)).stored!.importId;
  const rowsOf = (...codes: string[]) => codes.map((code) => [code, `Pump ${code}`, 'MT61']);
  const stored = (...codes: string[]) =>
    ctx.database.db
      .selectFrom('device')
      .selectAll()
      .where('device_code', 'in', codes)
      .where('deleted_at', 'is', null)
      .orderBy('device_code')
      .execute();

  it('gives an imported slave the protocol of its gateway', async () => {
    const bridge = await buildDevice(ctx, caller, {
      type: 'MT88C',
      code: freshCode('GATE'),
      protocol: 'zigbee2mqtt',
    });
    const importId = await idOf([[`${bridge.code}-4`, 'Plug', 'slave']]);
    expect(await acceptImport(ctx, caller, importId)).toMatchObject({ ok: true });
    expect(await stored(`${bridge.code}-4`)).toMatchObject([{ protocol: 'zigbee2mqtt' }]);
  });

  it('registers the previewed devices with everything that a single registration writes', async () => {
    const hall = await buildGroup(ctx, customer, 'Hall 7');
    const [code, gateway] = [freshCode(), freshCode('GATE')];
    const former = await buildDevice(ctx, caller, { code });
    await removeDevice(ctx, caller, former.deviceId);
    const rows = [
      [code, 'Tab\tand \\ "quotes"', 'mt61', 'hall 7', 'No. 1', '121.5', '31.2'],
      [`${gateway}-4`, 'Feeder', 'slave', '', '', '', ''],
      [gateway, 'Board', 'MT88C', '', '', '', ''],
    ];
    const head = [...HEAD, 'Group', 'Location', 'Longitude', 'Latitude'];
    const found = await preview(rows, head);
    expect(found.problems).toEqual([]);
    expect(await stored(code, gateway)).toEqual([]);

    const { importId } = found.stored!;
    expect(await acceptImport(ctx, caller, importId)).toEqual({
      ok: true,
      value: { registered: 3, repeated: false },
    });
    const [device, board, feeder] = await stored(code, gateway, `${gateway}-4`);
    expect(device).toMatchObject({
      name: 'Tab and \\ "quotes"',
      kind: 'main',
      group_id: hall.groupId,
      rate_id: customer.rateId,
      address: 'No. 1',
      longitude: 121.5,
      latitude: 31.2,
      gateway_id: null,
    });
    const places = await ctx.database.db
      .selectFrom('device_former_place')
      .select(['device_id', 'group_path'])
      .where('customer_id', '=', customer.customerId)
      .execute();
    expect(places).toEqual([{ device_id: device!.device_id, group_path: [customer.groupId] }]);
    const tables = await ctx.database.db
      .selectFrom('timer_table')
      .select(['device_id', 'state'])
      .where('customer_id', '=', customer.customerId)
      .where('device_id', '<>', former.deviceId)
      .execute();
    expect(tables).toHaveLength(2);
    for (const { device_id } of [device!, board!]) {
      expect(tables).toContainEqual({ device_id, state: 'waiting' });
    }
    expect(feeder).toMatchObject({
      kind: 'slave',
      gateway_id: board!.device_id,
      slave_address: 4,
      secret_hash: null,
    });
    const counted = await sql<{ codes: number; states: number; rates: number; lines: number }>`
      select (select count(*) from device_code where device_id = any(${[device!.device_id, board!.device_id, feeder!.device_id]}::int[])) as codes,
        (select count(*) from device_state where device_id = any(${[device!.device_id, board!.device_id, feeder!.device_id]}::int[])) as states,
        (select count(*) from device_rate where device_id = any(${[device!.device_id, board!.device_id, feeder!.device_id]}::int[]) and start_day = '-infinity') as rates,
        (select count(*) from operation_log where device_id = any(${[device!.device_id, board!.device_id, feeder!.device_id]}::int[]) and command = 'add') as lines`.execute(
      ctx.database.db,
    );
    expect(counted.rows).toEqual([{ codes: 3, states: 3, rates: 3, lines: 3 }]);
    expect(
      ctx
        .published('device.changed')
        .slice(-3)
        .map((event) => event.deviceCode),
    ).toEqual([code, `${gateway}-4`, gateway]);

    const secrets = await takeSecrets(ctx, caller, importId);
    expect(secrets.ok && secrets.value.rows.map((row) => row.code)).toEqual([code, gateway]);
    const [first] = secrets.ok ? secrets.value.rows : [];
    expect(first?.secret).toMatch(/^[A-Za-z0-9_][A-Za-z0-9_-]{42}$/);
    expect(device!.secret_hash).toEqual(sha256(first!.secret));
    // An external broker receives the same secrets; the slave has none.
    const issued = secrets.ok
      ? secrets.value.rows.map((row) => ({ deviceCode: row.code, secret: row.secret }))
      : [];
    expect(ctx.published('device.secretIssued').slice(-2)).toEqual(issued);
  });

  it('accepted twice, even at the same time, writes once and delivers its secrets once', async () => {
    const code = freshCode();
    const importId = await idOf(rowsOf(code));
    const both = await Promise.all([
      acceptImport(ctx, caller, importId),
      acceptImport(ctx, caller, importId),
    ]);
    expect(both.map((one) => one.ok && one.value.registered)).toEqual([1, 1]);
    expect(both.filter((one) => one.ok && one.value.repeated)).toHaveLength(1);
    expect(await stored(code)).toHaveLength(1);

    const secrets = await Promise.all([
      takeSecrets(ctx, caller, importId),
      takeSecrets(ctx, caller, importId),
    ]);
    expect(secrets.map((one) => (one.ok ? one.value.rows.length : one.refusal)).sort()).toEqual([
      1,
      'import-secrets-under-way',
    ]);
    const taken = secrets.find((one) => one.ok);
    await (taken?.ok ? taken.value.sent() : undefined);
    expect(await acceptImport(ctx, caller, importId)).toMatchObject({ value: { repeated: true } });
    expect(await takeSecrets(ctx, caller, importId)).toMatchObject({
      refusal: 'import-secrets-gone',
    });
    await (taken?.ok ? taken.value.forget() : undefined);
    expect(readdirSync(importsFolder(ctx)).join()).not.toContain(importMark(importId));
  });

  it('makes secrets that were not delivered available again until their hour is over, whether they were sent or not', async () => {
    const importId = await idOf(rowsOf(freshCode()));
    await acceptImport(ctx, caller, importId);
    const take = async () => {
      const taken = await takeSecrets(ctx, caller, importId);
      if (!taken.ok) throw new Error(taken.refusal);
      return taken.value;
    };
    const first = await take();
    await first.giveBack();
    const second = await take();
    await second.sent();
    await second.giveBack();
    const third = await take();
    expect([second.rows, third.rows]).toEqual([first.rows, first.rows]);
    await third.giveBack();
    ctx.clock.advance(HOUR_MS);
    expect(await takeSecrets(ctx, caller, importId)).toMatchObject({
      refusal: 'import-secrets-gone',
    });
  });

  it('stores nothing on disk that could reveal a secret', async () => {
    const importId = await idOf(rowsOf(freshCode()));
    const names = readdirSync(importsFolder(ctx)).join();
    expect(names).not.toContain(importId);
    expect(names).toContain(`${caller.customerId}-${caller.userId}-`);
  });

  it('belongs to its user and is not found by a colleague or another customer', async () => {
    const code = freshCode();
    const importId = await idOf(rowsOf(code));
    const colleague = await buildCaller(ctx, customer, { role: 'admin' });
    for (const other of [colleague, stranger]) {
      expect(await acceptImport(ctx, other, importId)).toMatchObject({ refusal: 'not-found' });
    }
    await acceptImport(ctx, caller, importId);
    for (const other of [colleague, stranger]) {
      expect(await takeSecrets(ctx, other, importId)).toMatchObject({ refusal: 'not-found' });
    }
    expect((await takeSecrets(ctx, caller, importId)).ok).toBe(true);
  });

  it('delivers no secrets before it is accepted', async () => {
    const importId = await idOf(rowsOf(freshCode()));
    expect(await takeSecrets(ctx, caller, importId)).toMatchObject({ refusal: 'not-found' });
    expect((await acceptImport(ctx, caller, importId)).ok).toBe(true);
  });

  it('reports three invalid rows of 10,000 by row and column, and cannot be accepted', async () => {
    const rows = Array.from({ length: 10_000 }, (_, i) => [
      `BULK${String(i).padStart(8, '0')}`,
      `Meter ${i}`,
      'MT61',
    ]);
    const used = await buildDevice(ctx, stranger);
    rows[17]![0] = 'short';
    rows[5_000]![2] = 'MT99';
    rows[9_999]![0] = used.code;
    const found = await preview(rows);
    expect(found.problems).toEqual([
      { line: 19, column: 'code', reason: 'code-invalid', value: 'short' },
      { line: 5_002, column: 'type', reason: 'type-unknown', value: 'MT99' },
      { line: 10_001, column: 'code', reason: 'code-taken', value: used.code },
    ]);
    expect(found.devices).toHaveLength(9_997);
    expect(found.stored).toBeUndefined();
  });

  it('writes nothing of 2,000 rows before they are accepted, and delivers each secret once', async () => {
    const codes = Array.from({ length: 2_000 }, () => freshCode('MANY'));
    const rows = rowsOf(...codes);
    const bad = rows.map((row) => [...row]);
    bad[3]![0] = codes[1]!;
    bad[1_200]![1] = '';
    bad[1_999]![2] = 'MT99';
    const wrong = await preview(bad);
    expect(wrong.problems).toMatchObject([
      { line: 5, column: 'code', reason: 'code-repeated', otherLine: 3 },
      { line: 1_202, column: 'name', reason: 'required' },
      { line: 2_001, column: 'type', reason: 'type-unknown' },
    ]);
    expect(wrong.stored).toBeUndefined();
    const importId = await idOf(rows);
    expect(await stored(...codes)).toEqual([]);

    expect(await acceptImport(ctx, caller, importId)).toMatchObject({
      value: { registered: 2_000 },
    });
    const devices = await stored(...codes);
    expect(devices).toHaveLength(2_000);
    const taken = await takeSecrets(ctx, caller, importId);
    const secrets = taken.ok ? taken.value.rows : [];
    await (taken.ok ? taken.value.forget() : undefined);
    const file = Buffer.from(secretsFile('en', secrets).bytes).toString('utf8');
    const lines = file.trim().split('\r\n').slice(1);
    expect(lines.map((line) => line.split(',')[0])).toEqual(codes);
    expect(new Set(secrets.map(({ secret }) => secret)).size).toBe(2_000);
    const hashes = new Map(secrets.map(({ code, secret }) => [code, sha256(secret)]));
    for (const { device_code: code, secret_hash: hash } of devices) {
      expect(hash?.equals(hashes.get(code)!)).toBe(true);
    }
    expect(await takeSecrets(ctx, caller, importId)).toMatchObject({
      refusal: 'import-secrets-gone',
    });
  });

  it('distinguishes own devices from those of other customers and of higher groups', async () => {
    const below = await buildGroup(ctx, customer, 'Below');
    const narrow = await buildCaller(ctx, customer, { groupId: below.groupId });
    const [own, above] = [
      await buildDevice(ctx, narrow, { group: below.groupId }),
      await buildDevice(ctx, caller),
    ];
    const found = await previewImport(ctx, narrow, csv([HEAD, ...rowsOf(own.code, above.code)]));
    expect(found.ok && found.value.problems.map(({ reason }) => reason)).toEqual([
      'code-registered',
      'code-taken',
    ]);
  });

  it.each([
    ['a code was taken', async (code: string) => void (await buildDevice(ctx, stranger, { code }))],
    [
      'the default rate has changed',
      async () => {
        await ctx.database.db
          .updateTable('rate')
          .set({ is_default: false })
          .where('customer_id', '=', caller.customerId)
          .execute();
        await ctx.database.db
          .insertInto('rate')
          .values({
            customer_id: caller.customerId,
            rate_id: 77_000_001,
            name: 'Other',
            is_default: true,
            created_at: new Date(ctx.clock.now()),
          })
          .execute();
      },
    ],
  ])('is previewed again if %s since the preview', async (_, change) => {
    const codes = [freshCode(), freshCode()];
    const importId = await idOf(rowsOf(...codes));
    await change(codes[1]!);
    const outcome = await acceptImport(ctx, caller, importId);
    expect(outcome).toMatchObject({ ok: false, refusal: 'import-changed', now: { ok: true } });
    expect(await stored(codes[0]!)).toEqual([]);
    expect(await acceptImport(ctx, caller, importId)).toMatchObject({ refusal: 'not-found' });
    const now = 'now' in outcome && outcome.now.ok ? outcome.now.value : undefined;
    if (now?.stored === undefined) {
      expect(now?.problems).toMatchObject([{ line: 3, reason: 'code-taken' }]);
    } else {
      expect(await acceptImport(ctx, caller, now.stored.importId)).toMatchObject({ ok: true });
      expect((await stored(codes[0]!))[0]).toMatchObject({ rate_id: 77_000_001 });
    }
  });

  it('expires after an hour, when its file is deleted', async () => {
    const code = freshCode();
    const importId = await idOf(rowsOf(code));
    ctx.clock.advance(HOUR_MS);
    expect(await acceptImport(ctx, caller, importId)).toMatchObject({ refusal: 'not-found' });
    const importId2 = await idOf(rowsOf(code));
    await purgeImports(ctx);
    expect(readdirSync(importsFolder(ctx))).toHaveLength(1);
    expect((await acceptImport(ctx, caller, importId2)).ok).toBe(true);
  });

  it('cannot exceed the device limit of the customer', async () => {
    await sql`insert into installation (name, value) values ('devices_per_customer', '1')`.execute(
      ctx.database.db,
    );
    const found = await previewImport(ctx, caller, csv([HEAD, ...rowsOf(freshCode())]));
    expect(found).toMatchObject({ refusal: 'quota-exceeded' });
    await sql`delete from installation where name = 'devices_per_customer'`.execute(
      ctx.database.db,
    );
  });

  it.each(['zh', 'en', 'ar', 'fr', 'ru', 'es'])('reads the template in %s', async (language) => {
    for (const format of ['csv', 'xlsx']) {
      const made = await importTemplate(ctx, caller, { format, language });
      if (!made.ok) throw new Error(made.refusal);
      // The file contains only the example, which is skipped.
      expect(await previewImport(ctx, caller, inside(made.value.bytes))).toMatchObject({
        refusal: 'import-empty',
      });
      const code = freshCode();
      const found = await previewImport(ctx, caller, inside(filled(made.value, code)));
      expect(found.ok && found.value.problems).toEqual([]);
      expect(found.ok && found.value.devices).toMatchObject([{ code }]);
    }
  });
});
