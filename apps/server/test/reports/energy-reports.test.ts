/**
 * Reports of energy and of bills, read back from their files: the same values as on the screens.
 */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { buildEnergyFixture } from '../energy/energy-fixture.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { fixture } from '../support/fixture.ts';
import type { HttpClient } from '../support/http-client.ts';
import { readXlsx } from './read-files.ts';
import { reportFixture, type Told } from './report-fixture.ts';

const DAY_MS = 86_400_000;

describeWithDatabase('reports', (database) => {
  const { server, fileOf, tableOf } = reportFixture(database);

  describe('energy and bills', () => {
    const world = fixture(() =>
      buildEnergyFixture(server, {
        seed: 77,
        zone: 'Europe/Paris',
        months: 4,
        settlementDay: 15,
      }),
    );
    const root = () => world.views[0]!.client;

    it.each([0, 1, 2])('the energy of view %i equals the fee query', async (i) => {
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
      expect(book.sheets.map(({ name }) => name)).toEqual(['Totals', 'Energy report', 'About']);
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

    it('a bill equals the bill on the screen, line by line, in whole periods', async () => {
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

    const CENTS = ['fee', 'fee_1', 'fee_2', 'fee_3', 'fee_4'];
    const KWH = ['ept', 'ept_1', 'ept_2', 'ept_3', 'ept_4'];
    const pick = (from: Told, ...keys: string[]) => keys.map((key) => from[key]);

    it.each([0, 1, 2])(
      'the sums of the workbook for view %i equal its bill of the period exactly',
      async (i) => {
        const by = world.views[i]!.client;
        const { deviceId } = world.devices.at(-1)!;
        await sql`insert into bill_adjustment (customer_id, in_start_day, of_start_day, device_id,
            energy_wh, amount, reason, created_at, group_path)
          select customer_id, '2026-11-15', '2026-09-15', device_id, -1200, -${151 + i}::int4,
            'correction', now(), path
          from device join user_group using (customer_id, group_id)
          where customer_id = ${world.customerId} and device_id = ${deviceId}`.execute(database.db);
        for (const start of ['2026-09-15', '2026-10-15', '2026-11-15']) {
          const bill = (await by.get(`/api/v2/bill?start=${start}&ps=10000`)).body.data;
          const query = { start, end: bill.end < '2026-11-20' ? bill.end : '2026-11-20' };
          const shown = await by.get(
            `/api/v2/energy-days?start=${query.start}&end=${query.end}&ps=10000`,
          );
          const energy = await totalsOf({ ...query, type: 'energy' }, by);
          const sum = energy.at(-1)!;
          expect(sum.slice(2, 12)).toEqual(pick(shown.body.data.sums, ...KWH, ...CENTS));
          expect([sum[2], sum[7]]).toEqual([bill.ept, bill.fee]);
          const { list } = shown.body.data;
          expect(new Set(energy.slice(0, -1).map((row) => row[1]))).toEqual(
            new Set(list.map((row: Told) => row.device_code)),
          );
          for (const row of energy.slice(0, -1)) {
            const own = list.filter((day: Told) => day.device_code === row[1]);
            const sumOf = (key: string) =>
              own.reduce((sum: number, day: Told) => sum + Math.round(day[key] * 1000), 0) / 1000;
            expect(row.slice(2, 12)).toEqual([...KWH, ...CENTS].map(sumOf));
          }
          const billed = await totalsOf({ ...query, type: 'bill' }, by);
          const bands = [1, 2, 3, 4].map((band) => {
            const of = bill.sums.filter((line: Told) => line.band === band);
            return Math.round(of.reduce((s: number, line: Told) => s + line.amount * 100, 0)) / 100;
          });
          const total = billed.at(-1)!;
          expect([total[5], total[10], ...total.slice(11, 15), total[15], total[16]]).toEqual([
            ...pick(bill, 'ept', 'fee'),
            ...bands,
            ...pick(bill, 'adjustment', 'total'),
          ]);
          expect(billed.length - 1).toBe(
            new Set(
              pick(bill, 'lines')
                .flat()
                .map((l: Told) => l.device_code),
            ).size,
          );
        }
      },
    );

    /** Rows of the first sheet without its header. */
    async function totalsOf(query: Record<string, string>, by: HttpClient) {
      const { bytes } = await fileOf({ ...query, format: 'xlsx' }, by);
      const book = readXlsx(bytes);
      expect([book.sheets[0]!.name, book.active]).toEqual(['Totals', 0]);
      return book.sheets[0]!.rows.slice(1).map((row) => row.map(({ value }) => value));
    }

    it('contain the requested devices only', async () => {
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

    it('400 days are truncated to the newest 90, and the answer and the file report it', async () => {
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
      expect(
        book.sheets
          .at(-1)!
          .rows.flat()
          .map(({ value }) => value),
      ).toContain(task.note);
      expect(book.active).toBe(book.sheets.length - 1);
    });

    it.each([
      ['zh', '电量报表', '设备编号'],
      ['en', 'Energy report', 'Device code'],
      ['ar', 'تقرير الطاقة', 'رمز الجهاز'],
      ['fr', 'Rapport d’énergie', 'Code de l’appareil'],
      ['ru', 'Отчёт об энергии', 'Код устройства'],
      ['es', 'Informe de energía', 'Código del equipo'],
    ])('are translated to %s', async (language, title, column) => {
      const { facts, columns } = await tableOf(
        { type: 'energy', start: '2026-11-19', end: '2026-11-20', language },
        root(),
      );
      expect(facts[0]).toEqual([title]);
      expect(columns[2]).toBe(column);
    });
  });
});
