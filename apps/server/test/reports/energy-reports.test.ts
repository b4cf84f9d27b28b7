/**
 * Reports of energy and of bills, read back from their files: the same values as on the screens.
 */
import { describe, expect, it } from 'vitest';
import { buildEnergyFixture } from '../energy/energy-fixture.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { fixture } from '../support/fixture.ts';
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
      expect(book.sheets[0]!.rows.flat().map(({ value }) => value)).toContain(task.note);
    });

    it.each([
      ['zh', '电量报表', '设备编码'],
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
