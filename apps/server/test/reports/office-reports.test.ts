/**
 * Reports of alarms, energy and bills opened by a third-party spreadsheet program: its cells equal
 * the database and the screens. Skipped if LibreOffice is not installed.
 */
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { describeWithDatabase } from '../support/databases.ts';
import { fixture } from '../support/fixture.ts';
import { startServer } from '../support/start-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { type OfficeCell, type OfficeSheet, officeIsPresent, openFiles } from './office.ts';
import {
  asOpened,
  type StoredCell,
  storedAlarms,
  storedBill,
  storedEnergy,
} from './office-expected.ts';
import { buildOfficeFixture, PERIODS } from './office-fixture.ts';
import { reportFile } from './report-fixture.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects and fails otherwise
type Told = any;

const FORMATS = ['csv', 'xlsx'] as const;
const TYPES = ['alarm', 'energy', 'bill'] as const;
/** A longer range than is allowed: its newest 90 days remain. */
const LONG = { start: '2025-10-17', end: '2026-11-20' };
const NEWEST = { from: '2026-08-23', to: '2026-11-21' };
const CUT_NOTE =
  'The range was too long and was cut to its last 90 days; the requested range was 2025-10-17 00:00:00 to 2026-11-21 00:00:00.';
/** A period without data, in a right-to-left language. */
const EMPTY = { start: '2027-01-01', end: '2027-01-10', language: 'ar' };

describe.skipIf(!officeIsPresent)('LibreOffice', () => {
  describeWithDatabase('opens reports', (database) => {
    const server = fixture(() => startServer(database, { env: { ROLES: 'api' } }));
    const world = fixture(() => buildOfficeFixture(server));
    let opened: ReadonlyMap<string, readonly OfficeSheet[]>;

    beforeAll(async () => {
      const files = new Map<string, Uint8Array>();
      for (const type of TYPES) {
        for (const format of FORMATS) {
          const ask = (query: Record<string, string>) =>
            reportFile(server, world.admin, { type, format, ...query });
          files.set(`${type}.${format}`, await ask({ ...LONG, language: 'en' }));
          files.set(`${type}-empty.${format}`, await ask(EMPTY));
        }
      }
      opened = openFiles(join(temporaryFolder(), 'office'), files);
    }, 120_000);

    /** Returns the facts at the top of the file, its columns, and its rows as displayed. */
    function tableOf(name: string) {
      const sheets = opened.get(name)!;
      if (name.endsWith('.xlsx')) {
        const hasTotals = !name.startsWith('alarm');
        expect(sheets).toHaveLength(hasTotals ? 3 : 2);
        const about = sheets[hasTotals ? 2 : 0];
        const [columns, ...rows] = sheets[1]!.rows;
        return { facts: about!.rows, columns: columns!, rows };
      }
      const [{ rows: all }] = sheets as [OfficeSheet];
      const gap = all.findIndex((row) => row.length === 0);
      return { facts: all.slice(0, gap), columns: all[gap + 1]!, rows: all.slice(gap + 2) };
    }

    /** Expects the rows of both formats to equal the database; returns those of the CSV. */
    function expectStored(type: (typeof TYPES)[number], stored: StoredCell[][]) {
      for (const format of FORMATS) {
        expect(tableOf(`${type}.${format}`).rows).toEqual(asOpened(stored, format));
      }
      return tableOf(`${type}.csv`).rows;
    }

    const span = () => ({ customerId: world.customerId, ...NEWEST });
    const shownName = (name: string) => (/^[=+\-@]/.test(name) ? `'${name}` : name);

    it('of alarms with the values of the database and the list', async () => {
      const rows = expectStored('alarm', await storedAlarms(database, span()));
      const { list } = (
        await world.admin.get(
          '/api/v2/alarms?ps=5000&alarm_type=all&start=2026-08-23%2000:00:00&end=2026-11-21%2000:00:00',
        )
      ).body.data;
      expect(rows.length).toBeGreaterThan(100);
      expect(
        rows.map((row) => [row[0], row[1], row[2], row[5], ...row.slice(7, 10), row[11]]),
      ).toEqual(
        list.alarm_list.map((alarm: Told) => [
          { moment: alarm.alarm_time.replace(' ', 'T') },
          shownName(alarm.device_name),
          shownName(alarm.device_code),
          alarm.priority,
          alarm.value,
          alarm.peak,
          alarm.limit,
          alarm.count,
        ]),
      );
    });

    it('of energy with the values of the database and the fee query', async () => {
      const rows = expectStored('energy', await storedEnergy(database, span()));
      const { list } = (
        await world.admin.get(
          '/api/v2/energy-days?start=2026-08-23&end=2026-11-20&ps=10000&sort=device_name&order=asc',
        )
      ).body.data;
      expect(rows.length).toBeGreaterThan(500);
      const inOrder = (cells: OfficeCell[][]) => cells.map((row) => JSON.stringify(row)).sort();
      expect(inOrder(rows.map((row) => [...row.slice(0, 15)]))).toEqual(
        inOrder(
          list.map((row: Told) => [
            { moment: row.date },
            shownName(row.device_name),
            shownName(row.device_code),
            ...[row.ept, row.ept_1, row.ept_2, row.ept_3, row.ept_4],
            ...[row.fee, row.fee_1, row.fee_2, row.fee_3, row.fee_4],
            shownName(row.rate_name),
            row.rate_version,
          ]),
        ),
      );
    });

    it('of bills with the values of the database and the bill', async () => {
      const states = ['Closed', 'Ended, not closed', 'Ended, not closed', 'Running'] as const;
      const ends = ['2026-09-14', '2026-10-14', '2026-11-14', '2026-12-14'];
      const stored: StoredCell[][] = [];
      for (const [i, start] of PERIODS.entries()) {
        const { customerId } = world;
        const period = { customerId, start, end: ends[i]!, state: states[i]! };
        stored.push(...(await storedBill(database, period)));
      }
      const rows = expectStored('bill', stored);
      expect(rows.length).toBeGreaterThan(100);
      for (const start of PERIODS) {
        const bill = (await world.admin.get(`/api/v2/bill?start=${start}&ps=10000`)).body.data;
        const of = (entry: string) =>
          rows.filter(([at, , , of]) => (at as Told).moment === start && of === entry);
        expect(of('Line').map((row) => [row[4], row[5], row[6], ...row.slice(9, 12)])).toEqual(
          bill.lines.map((line: Told) => [
            ...[line.device_name, line.device_code, line.rate_name].map(shownName),
            ...[line.price, line.ept, line.amount],
          ]),
        );
        expect(of('Adjustment').map((row) => [row[4], row[10], row[11], row[12]])).toEqual(
          bill.adjustments.map((line: Told) => [
            shownName(line.device_name),
            line.ept,
            line.amount,
            `${line.of_start} – ${line.of_end}`,
          ]),
        );
        const sum = [...of('Line'), ...of('Adjustment')].reduce(
          (all, row) => all + Number(row[11]),
          0,
        );
        expect(sum).toBeCloseTo(bill.total, 6);
      }
    });

    it.each(TYPES)('and finds the note about a truncated range in the %s report', (type) => {
      for (const format of FORMATS) {
        expect(tableOf(`${type}.${format}`).facts).toContainEqual(['Note', CUT_NOTE]);
      }
    });

    it.each(TYPES)('and finds only the header in an empty %s report', (type) => {
      for (const format of FORMATS) {
        const { facts, columns, rows } = tableOf(`${type}-empty.${format}`);
        expect(rows).toEqual([]);
        expect(columns).toHaveLength(tableOf(`${type}.${format}`).columns.length);
        expect(columns).toContain('رمز الجهاز');
        expect(facts.flat().join()).not.toContain('90');
        expect(facts).toContainEqual(['المنطقة الزمنية', 'Europe/Paris']);
      }
      const mirrored = (name: string) => opened.get(name)!.map(({ rightToLeft }) => rightToLeft);
      expect(new Set(mirrored(`${type}-empty.xlsx`))).toEqual(new Set([true]));
      expect(new Set(mirrored(`${type}.xlsx`))).toEqual(new Set([false]));
    });
  });
});
