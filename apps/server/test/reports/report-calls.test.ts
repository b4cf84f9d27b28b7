/**
 * Reports over HTTP: files read back equal what the screens are told, ranges are cut and say so,
 * links live ten seconds for their session alone, and nothing half made is ever offered.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forgetReports } from '../../src/modules/reports/forget-reports.ts';
import {
  type OpenForWriting,
  openOnDisk,
  reportsFolder,
} from '../../src/modules/reports/report-files.ts';
import { startReports } from '../../src/modules/reports/report-worker.ts';
import { createEnergyWorld, type EnergyWorld } from '../energy/energy-world.ts';
import { describeOnEachDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { type HttpClient, httpClient } from '../support/http-client.ts';
import { startServer, TEST_NOW, type TestServer } from '../support/start-server.ts';
import { createTenant, openSession, type Tenant } from '../support/world.ts';
import { readCsv, readXlsx } from './read-files.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects and fails otherwise
type Told = any;

const DAY_MS = 86_400_000;
const HEAD_ROW = (rows: string[][]) =>
  rows.findIndex((row) => row.length === 1 && row[0] === '') + 1;

describeOnEachDatabase('reports', (open) => {
  let server: TestServer;
  let own: Tenant;
  let client: HttpClient;
  beforeAll(async () => {
    server = await startServer(await open(), { env: { ROLES: 'api' } });
    own = await createTenant(server.parts.context.database, { label: 'own', now: TEST_NOW });
    client = httpClient(server.app);
    client.token = own.users.operator.token;
  });
  afterAll(() => server?.stop());

  const ask = (query: Record<string, string | number>, by = client) =>
    by.get(
      `/api/v2/report?${new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)]))}`,
    );
  const about = async (id: number, by = client) => (await ask({ task_id: id }, by)).body.data;

  /** Lets a worker make what waits. */
  async function make(id: number, by = client, onto: OpenForWriting = openOnDisk) {
    const stop = await startReports(server.parts.context, onto);
    await eventually(async () => (await about(id, by)).state).not.toMatch(/waiting|running/);
    await stop();
    return about(id, by);
  }

  function fetchFile(url: string, by: HttpClient, headers: Record<string, string> = {}) {
    return server.app.inject({
      method: 'GET',
      url,
      headers: { ...(by.token === undefined ? {} : { authorization: by.token }), ...headers },
    });
  }

  /** Asked for, made, fetched. */
  async function fileOf(query: Record<string, string | number>, by = client) {
    const asked = await ask(query, by);
    expect(asked.body.code).toBe(0);
    const task = await make(asked.body.data.task_id, by);
    expect(task.state).toBe('done');
    const answer = await fetchFile(task.url, by);
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload.length).toBe(task.bytes);
    return { task, bytes: new Uint8Array(answer.rawPayload), headers: answer.headers };
  }

  async function tableOf(query: Record<string, string | number>, by = client) {
    const { task, bytes, headers } = await fileOf({ ...query, format: 'csv' }, by);
    const rows = readCsv(bytes);
    const head = HEAD_ROW(rows);
    const table = {
      facts: rows.slice(0, head - 1),
      columns: rows[head]!,
      rows: rows.slice(head + 1),
    };
    expect(task.rows).toBe(table.rows.length);
    return { task, headers, ...table };
  }

  describe('energy and bills', () => {
    let world: EnergyWorld;
    beforeAll(async () => {
      world = await createEnergyWorld(server, {
        seed: 77,
        zone: 'Europe/Paris',
        months: 4,
        settlementDay: 15,
      });
    });
    const root = () => world.views[0]!.client;

    it.each([0, 1, 2])('energy of view %i is what the fee query says', async (i) => {
      const by = world.views[i]!.client;
      const { rows } = await tableOf(
        { type: 'energy', start: '2026-10-01', end: '2026-11-20' },
        by,
      );
      const shown = await by.get(
        '/api/v2/energy-days?start=2026-10-01&end=2026-11-20&ps=10000&sort=date&order=asc',
      );
      const { list, sums } = shown.body.data;
      const key = (date: unknown, code: unknown) => `${date} ${code}`;
      const told = new Map(list.map((row: Told) => [key(row.date, row.device_code), row]));
      expect(rows).toHaveLength(list.length);
      for (const row of rows) {
        const day = told.get(key(row[0], row[2])) as Told;
        expect(row.slice(3, 13).map(Number)).toEqual([
          day.ept,
          day.ept_1,
          day.ept_2,
          day.ept_3,
          day.ept_4,
          day.fee,
          day.fee_1,
          day.fee_2,
          day.fee_3,
          day.fee_4,
        ]);
        expect([row[1], row[13], Number(row[14])]).toEqual([
          day.device_name,
          day.rate_name,
          day.rate_version,
        ]);
        expect([row[15]!.includes('provisional'), row[15]!.includes('estimated')]).toEqual([
          day.provisional,
          day.estimated,
        ]);
      }
      const total = (column: number) => rows.reduce((sum, row) => sum + Number(row[column]), 0);
      expect(total(3)).toBeCloseTo(sums.ept, 6);
      expect(total(8)).toBeCloseTo(sums.fee, 6);
    });

    it('XLSX has the same cells as CSV', async () => {
      const query = { type: 'energy', start: '2026-11-01', end: '2026-11-20' };
      const csv = await tableOf(query, root());
      const book = readXlsx((await fileOf({ ...query, format: 'xlsx' }, root())).bytes);
      expect(book.sheets.map(({ name }) => name)).toEqual(['About', 'Energy report']);
      const [head, ...rows] = book.sheets[1]!.rows;
      expect(head!.map(({ value }) => value)).toEqual(csv.columns);
      expect(rows).toHaveLength(csv.rows.length);
      rows.forEach((row, i) => {
        expect(row.slice(1).map(({ value }) => (value === null ? '' : String(value)))).toEqual(
          csv.rows[i]!.slice(1),
        );
        const day = new Date(Date.UTC(1899, 11, 30) + Number(row[0]!.value) * DAY_MS).toISOString();
        expect(day.slice(0, 10)).toBe(csv.rows[i]![0]);
      });
    });

    it('a bill is what the bill says, line by line, whole periods', async () => {
      await world.admin.post('/api/v2/settlement/close', { start: '2026-09-15' });
      const { rows, facts } = await tableOf(
        { type: 'bill', start: '2026-10-01', end: '2026-11-20' },
        root(),
      );
      expect(facts.flat().join(' ')).toContain('whole settlement periods');
      let found = 0;
      for (const start of ['2026-09-15', '2026-10-15', '2026-11-15']) {
        const bill = (await root().get(`/api/v2/bill?start=${start}&ps=10000`)).body.data;
        const lines = rows.filter((row) => row[0] === start && row[3] === 'Line');
        expect(
          lines.map((row) => [row[1], row[4], row[5], row[6], ...row.slice(9, 12).map(Number)]),
        ).toEqual(
          bill.lines.map((line: Told) => [
            bill.end,
            line.device_name,
            line.device_code,
            line.rate_name,
            line.price,
            line.ept,
            line.amount,
          ]),
        );
        expect(new Set(lines.map((row) => row[2])).size).toBe(1);
        expect(lines[0]![2]).toBe(
          { closed: 'Closed', ended: 'Ended, not closed', open: 'Running' }[bill.state as string],
        );
        expect(lines.reduce((sum, row) => sum + Number(row[11]), 0)).toBeCloseTo(bill.fee, 6);
        found += lines.length;
      }
      expect(found).toBe(rows.length);
      expect(found).toBeGreaterThan(50);
    });

    it('of the devices that are named, and no others', async () => {
      const [, one, two] = world.devices;
      const query = {
        start: '2026-11-01',
        end: '2026-11-20',
        device_codes: `${one!.code}, ${two!.deviceId}`,
      };
      for (const [type, column] of [
        ['energy', 2],
        ['bill', 5],
      ] as const) {
        const { rows, task } = await tableOf({ ...query, type }, root());
        expect(new Set(rows.map((row) => row[column]))).toEqual(new Set([one!.code, two!.code]));
        expect(task.devices).toBe(2);
      }
    });

    it('400 days are cut to the newest 90, and the answer and the file say so', async () => {
      const { task, rows, facts } = await tableOf(
        { type: 'energy', start: '2025-10-17', end: '2026-11-20' },
        root(),
      );
      expect(task).toMatchObject({
        cut: true,
        start: '2026-08-23 00:00:00',
        end: '2026-11-21 00:00:00',
      });
      expect(task.note).toContain('90 days');
      expect(facts.flat()).toContain(task.note);
      const days = rows.map((row) => row[0]!).sort();
      expect([days[0]! >= '2026-08-23', days.at(-1)]).toEqual([true, '2026-11-20']);
      const book = readXlsx(
        (
          await fileOf(
            { type: 'energy', start: '2025-10-17', end: '2026-11-20', format: 'xlsx' },
            root(),
          )
        ).bytes,
      );
      expect(book.sheets[0]!.rows.flat().map(({ value }) => value)).toContain(task.note);
    });

    it.each([
      ['zh', '电量报表', '设备编码'],
      ['en', 'Energy report', 'Device code'],
      ['ar', 'تقرير الطاقة', 'رمز الجهاز'],
      ['fr', 'Rapport d’énergie', 'Code de l’appareil'],
      ['ru', 'Отчёт об энергии', 'Код устройства'],
      ['es', 'Informe de energía', 'Código del equipo'],
    ])('speaks %s', async (language, title, column) => {
      const { facts, columns } = await tableOf(
        { type: 'energy', start: '2026-11-19', end: '2026-11-20', language },
        root(),
      );
      expect(facts[0]).toEqual([title]);
      expect(columns[2]).toBe(column);
    });
  });

  describe('readings', () => {
    beforeAll(async () => {
      await sql`insert into measurement (customer_id, device_id, ts, content_hash, voltage_a_v, active_power_kw)
        select ${own.customerId}, ${own.deviceId}, ${new Date(TEST_NOW - DAY_MS)}::timestamptz + n * interval '15 seconds', n,
          230 + (n % 100) * 0.1, case when n % 3 > 0 then -0.5 - n * 0.001 end
        from generate_series(0, 4999) n`.execute(server.parts.context.database.db);
    });

    it('are those of the history call, every one', async () => {
      const [start, end] = [TEST_NOW - 3 * DAY_MS, TEST_NOW];
      const { rows, columns, task } = await tableOf({
        type: 'parameter',
        start,
        end,
        device_codes: own.deviceCode,
      });
      const history = await client.post('/data/findVariableByDateTime', {
        startTime: start,
        endTime: end,
        deviceId: own.deviceId,
        rows: 100_000,
        fields: ['volPa', 'insP'],
      });
      expect(task.cut).toBe(false);
      expect(columns.slice(3, 10)).toEqual([
        'Voltage A (V)',
        'Voltage B (V)',
        'Voltage C (V)',
        'Line voltage AB (V)',
        'Line voltage BC (V)',
        'Line voltage CA (V)',
        'Current A (A)',
      ]);
      expect(columns.at(-1)).toBe('Temperature (°C)');
      const power = columns.indexOf('Active power (kW)');
      const number = (text: string) => (text === '' ? undefined : Number(text));
      expect(rows.map((row) => [row[0], number(row[3]!), number(row[power]!)])).toEqual(
        history.body.data.map((row: Told) => [row.dateTime, row.volPa, row.insP]),
      );
      expect(rows).toHaveLength(5000);
    });

    it('cover seven days at most', async () => {
      const { task } = await tableOf({ type: 'parameter', start: '2026-10-01', end: '2026-11-20' });
      expect(task).toMatchObject({
        cut: true,
        start: '2026-11-14 00:00:00',
        end: '2026-11-21 00:00:00',
      });
    });

    it('say from when on back they are quarter hours, where the range reaches so far', async () => {
      const { db } = server.parts.context.database;
      const edge = Date.UTC(2026, 10, 18);
      await sql`insert into thinned_before (of_table, at)
        values ('measurement', ${new Date(edge)})`.execute(db);
      const notes = async (start: number) => {
        const { facts } = await tableOf({ type: 'parameter', start, end: TEST_NOW });
        return facts.filter(([name]) => name === 'Note').map(([, note]) => note);
      };
      expect(await notes(edge - 1)).toEqual([
        'Readings before 2026-11-18 08:00:00 are means of quarter hours; their time is its beginning.',
      ]);
      expect(await notes(edge)).toEqual([]);
      await sql`delete from thinned_before`.execute(db);
    });
  });

  it('alarms are those of the list', async () => {
    for (const device_codes of ['', own.deviceCode]) {
      const { rows } = await tableOf({
        type: 'alarm',
        start: '2026-11-01',
        end: '2026-11-20',
        device_codes,
      });
      const list = (
        await client.get(
          '/api/v2/alarms?ps=1000&alarm_type=all&start=2026-11-01%2000:00:00&end=2026-11-21%2000:00:00',
        )
      ).body.data.list.alarm_list;
      expect(list.length).toBeGreaterThan(0);
      expect(
        rows.map((row) => [row[0], row[1], row[2], Number(row[7]), row[10], Number(row[11])]),
      ).toEqual(
        list.map((row: Told) => [
          row.alarm_time,
          row.device_name,
          row.device_code,
          row.value,
          row.unit,
          row.count,
        ]),
      );
    }
  });

  describe('the link', () => {
    const query = { type: 'energy', start: '2026-11-10', end: '2026-11-20' };

    it('lives ten seconds and can be asked for again', async () => {
      const { task } = await fileOf(query);
      expect(task.expires_in).toBe(10);
      server.clock.advance(9_999);
      expect((await fetchFile(task.url, client)).statusCode).toBe(200);
      server.clock.advance(1);
      const late = await fetchFile(task.url, client);
      expect([late.statusCode, late.json().reason]).toEqual([200, 'report-link-over']);
      const again = await about(task.task_id);
      expect((await fetchFile(again.url, client)).statusCode).toBe(200);
    });

    it('opens nothing without its session, or with another of the same user', async () => {
      const { task } = await fileOf(query);
      const stranger = httpClient(server.app);
      expect((await fetchFile(task.url, stranger)).statusCode).toBe(404);
      stranger.token = await openSession(
        server.parts.context.database,
        own.customerId,
        own.users.operator.userId,
        server.clock.now(),
      );
      expect((await fetchFile(task.url, stranger)).statusCode).toBe(404);
      stranger.token = own.users.admin.token;
      expect((await fetchFile(task.url, stranger)).statusCode).toBe(404);
      expect((await ask({ task_id: task.task_id }, stranger)).status).toBe(404);
    });

    it('is good for its task and its time only', async () => {
      const { task } = await fileOf(query);
      const other = await fileOf({ ...query, end: '2026-11-19' });
      const [, path, expires, signature] = /^(.+?)\?expires=(\d+)&signature=(.+)$/.exec(task.url)!;
      for (const url of [
        `${path}?expires=${Number(expires) + 60_000}&signature=${signature}`,
        `${path}?expires=${expires}&signature=${randomBytes(32).toString('base64url')}`,
        `${path}?expires=${expires}`,
        path!,
        task.url.replace(`/${task.task_id}/`, `/${other.task.task_id}/`),
      ]) {
        expect((await fetchFile(url, client)).statusCode).toBe(404);
      }
    });

    it('is followed by a browser with its cookie alone', async () => {
      const browser = httpClient(server.app, { browser: true });
      const account = await browserAccount();
      await browser.login(account.userName, account.password);
      const asked = await ask(query, browser);
      const task = await make(asked.body.data.task_id, browser);
      const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await server.app.inject({ method: 'GET', url: task.url, headers: { cookie } });
      expect(answer.statusCode).toBe(200);
      expect(
        (
          await server.app.inject({
            method: 'GET',
            url: task.url,
            headers: { authorization: browser.token! },
          })
        ).statusCode,
      ).toBe(404);
    });

    it('a download that broke off goes on', async () => {
      const { task, bytes, headers } = await fileOf(query);
      expect(headers['accept-ranges']).toBe('bytes');
      expect(headers['content-disposition']).toBe(
        'attachment; filename="busbar-energy-2026-11-10_2026-11-20.csv"',
      );
      expect(headers['cache-control']).toBe('private, no-store');
      const { url } = await about(task.task_id);
      const rest = await fetchFile(url, client, {
        range: 'bytes=20-',
        'if-range': String(headers.etag),
      });
      expect([rest.statusCode, rest.headers['content-range']]).toEqual([
        206,
        `bytes 20-${bytes.length - 1}/${bytes.length}`,
      ]);
      expect(new Uint8Array(rest.rawPayload)).toEqual(bytes.subarray(20));
      const other = await fetchFile(url, client, { range: 'bytes=20-', 'if-range': '"another"' });
      expect([other.statusCode, other.rawPayload.length]).toEqual([200, bytes.length]);
      const beyond = await fetchFile(url, client, { range: `bytes=${bytes.length}-` });
      expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([
        416,
        `bytes */${bytes.length}`,
      ]);
    });
  });

  it.each([
    [{ type: 'weather' }, 'report-type-unknown', 'type'],
    [{ type: '' }, 'report-type-unknown', 'type'],
    [{ format: 'pdf' }, 'report-format-unknown', 'format'],
    [{ language: 'tlh' }, 'language-unknown', 'language'],
    [{ start: '2026-11-20', end: '2026-11-19' }, 'range-invalid', 'end'],
    [{ start: 'yesterday' }, 'range-invalid', 'start'],
    [{ start: '2026-02-30' }, 'range-invalid', 'start'],
    [{ end: '' }, 'invalid', ''],
    [{ device_codes: 'NOSUCHDEVICE01' }, 'not-found', 'device_codes'],
    [
      { device_codes: Array.from({ length: 501 }, (_, i) => i).join(',') },
      'report-devices-too-many',
      'device_codes',
    ],
    [{ group_id: '1234567' }, 'group-unknown', 'group_id'],
  ])('wrong question %# is refused', async (over, reason, field) => {
    const answer = await ask({
      type: 'energy',
      start: '2026-11-01',
      end: '2026-11-02',
      ...over,
    } as never);
    if (reason === 'invalid') expect(answer.status).toBe(400);
    else expect([answer.body.reason, answer.body.field]).toEqual([reason, field]);
    expect(answer.body.code).not.toBe(0);
  });

  it('the same question joins; two are made at once for a user, a third waits outside', async () => {
    const by = await freshClient();
    const one = await ask({ type: 'energy', start: '2026-11-01', end: '2026-11-02' }, by);
    const same = await Promise.all(
      [1, 2, 3].map(() => ask({ type: 'energy', start: '2026-11-01', end: '2026-11-02' }, by)),
    );
    for (const answer of same) expect(answer.body.data.task_id).toBe(one.body.data.task_id);
    const two = await ask({ type: 'alarm', start: '2026-11-01', end: '2026-11-02' }, by);
    expect(two.body.data.task_id).not.toBe(one.body.data.task_id);
    const third = await ask({ type: 'bill', start: '2026-11-01', end: '2026-11-02' }, by);
    expect(third.body.reason).toBe('report-too-many');
    const cancelled = await by.delete(`/api/v2/report/${two.body.data.task_id}`);
    expect(cancelled.body.data.state).toBe('cancelled');
    expect((await by.delete(`/api/v2/report/${two.body.data.task_id}`)).body.reason).toBe(
      'report-ended',
    );
    const now = await ask({ type: 'bill', start: '2026-11-01', end: '2026-11-02' }, by);
    expect(now.body.code).toBe(0);
    const list = (await by.get('/api/v2/reports')).body.data.list;
    expect(list.map((task: Told) => task.state)).toEqual(['waiting', 'cancelled', 'waiting']);
    const done = await make(now.body.data.task_id, by);
    expect(
      (await ask({ type: 'bill', start: '2026-11-01', end: '2026-11-02' }, by)).body.data.task_id,
    ).toBe(done.task_id);
    server.clock.advance(60_001);
    expect(
      (await ask({ type: 'bill', start: '2026-11-01', end: '2026-11-02' }, by)).body.data.task_id,
    ).not.toBe(done.task_id);
  });

  function signal() {
    let give: () => void = () => undefined;
    const given = new Promise<void>((resolve) => {
      give = resolve;
    });
    return { given, give: () => give() };
  }

  /** A disk that takes nothing until it is let. */
  function slowDisk() {
    const gate = signal();
    const begun = signal();
    const onto: OpenForWriting = async (path) => {
      const file = await openOnDisk(path);
      return {
        ...file,
        async write(bytes) {
          begun.give();
          await gate.given;
          return file.write(bytes);
        },
      };
    };
    return { onto, begun: begun.given, go: gate.give };
  }

  it('what is cancelled while it is made leaves no file', async () => {
    const by = await freshClient();
    const { body } = await ask({ type: 'energy', start: '2026-11-01', end: '2026-11-03' }, by);
    const disk = slowDisk();
    const stop = await startReports(server.parts.context, disk.onto);
    await disk.begun;
    await by.delete(`/api/v2/report/${body.data.task_id}`);
    server.clock.advance(500);
    disk.go();
    await eventually(() => filesOf(body.data.task_id)).toEqual([]);
    await stop();
    expect(await about(body.data.task_id, by)).toMatchObject({ state: 'cancelled', bytes: null });
    expect(filesOf(body.data.task_id)).toEqual([]);
  });

  it('a process that stops gives back what it was making; one that was killed loses it to another', async () => {
    const by = await freshClient();
    const { body } = await ask({ type: 'parameter', start: '2026-11-19', end: '2026-11-20' }, by);
    const id = body.data.task_id;
    const disk = slowDisk();
    const stop = await startReports(server.parts.context, disk.onto);
    await disk.begun;
    const stopped = stop();
    disk.go();
    await stopped;
    expect((await about(id, by)).state).toBe('waiting');
    expect(filesOf(id)).toEqual([]);
    // As a killed process leaves it: running, nobody keeps the lease.
    const { db } = server.parts.context.database;
    const lost = (attempts: number) =>
      sql`update report_task set state = 'running', ended_at = null, taken_by = 'killed',
      attempts = ${attempts}, taken_until = ${new Date(server.clock.now() - 1)} where report_task_id = ${id}`.execute(
        db,
      );
    await lost(1);
    expect((await make(id, by)).state).toBe('done');
    await lost(3);
    const given = await make(id, by);
    expect([given.state, given.failure, given.url]).toEqual(['failed', 'interrupted', undefined]);
    expect(given.failure_text).toContain('start it again');
  });

  it('a disk that is full in the middle fails the report with a sentence and leaves nothing', async () => {
    const by = await freshClient();
    const { body } = await ask(
      { type: 'parameter', start: '2026-11-19', end: '2026-11-20', format: 'xlsx' },
      by,
    );
    const id = body.data.task_id;
    const full: OpenForWriting = async (path) => {
      const file = await openOnDisk(path);
      const device = await openFile('/dev/full', 'w');
      let written = 0;
      return {
        async write(bytes) {
          written += bytes.length;
          await (written > 500 ? device.writeFile(bytes) : file.write(bytes));
        },
        sync: () => file.sync(),
        async close() {
          await device.close();
          await file.close();
        },
      };
    };
    const task = await make(id, by, full);
    expect(task).toMatchObject({ state: 'failed', failure: 'storage-full', bytes: null });
    expect(task.failure_text).toContain('no room');
    expect(task.url).toBeUndefined();
    expect(filesOf(id)).toEqual([]);
  });

  it('who lost the sight of the group gets no file of it', async () => {
    const by = await freshClient();
    const { body } = await ask({ type: 'energy', start: '2026-11-01', end: '2026-11-04' }, by);
    const { db } = server.parts.context.database;
    const move = (groupId: number) =>
      sql`update user_account set group_id = ${groupId}
      where user_id = ${own.users.viewer.userId}`.execute(db);
    await move(own.childGroupId);
    const task = await make(body.data.task_id, by);
    await move(own.groupId);
    expect([task.state, task.failure]).toEqual(['failed', 'access-ended']);
  });

  it('files go after an hour, and those nobody knows at once', async () => {
    const { task } = await fileOf({ type: 'alarm', start: '2026-11-02', end: '2026-11-20' });
    expect(filesOf(task.task_id)).toHaveLength(1);
    await (await openOnDisk(`${reportsFolder(server.parts.context)}/99999999.csv`)).close();
    server.clock.advance(3_600_000);
    await forgetReports(server.parts.context);
    expect(filesOf(99_999_999)).toEqual([]);
    expect(filesOf(task.task_id)).toHaveLength(1);
    server.clock.advance(1);
    await forgetReports(server.parts.context);
    expect(filesOf(task.task_id)).toEqual([]);
    const { rows } = await sql<{ state: string }>`select state from report_task
      where report_task_id = ${task.task_id}`.execute(server.parts.context.database.db);
    expect(rows).toEqual([{ state: 'expired' }]);
    server.clock.advance(24 * 3_600_000);
    await forgetReports(server.parts.context);
    const left = await sql`select from report_task`.execute(server.parts.context.database.db);
    expect(left.rows.length).toBeLessThan(10);
  });

  function filesOf(id: number): string[] {
    const folder = reportsFolder(server.parts.context);
    return existsSync(folder)
      ? readdirSync(folder).filter((name) => name.startsWith(`${id}.`))
      : [];
  }

  /** The viewer, whose reports of earlier tests are gone. */
  async function freshClient(): Promise<HttpClient> {
    const { database } = server.parts.context;
    await sql`delete from report_task where user_id = ${own.users.viewer.userId}`.execute(
      database.db,
    );
    const by = httpClient(server.app);
    by.token = await openSession(
      database,
      own.customerId,
      own.users.viewer.userId,
      server.clock.now(),
    );
    return by;
  }

  async function browserAccount() {
    const { makeAccount, makeCustomer, PASSWORD } = await import('../support/accounts.ts');
    const ctx = server.parts.context;
    const { userName } = await makeAccount(ctx, await makeCustomer(ctx));
    return { userName, password: PASSWORD };
  }
});
