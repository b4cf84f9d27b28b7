/**
 * Reports of readings and of alarms, read back from their files: complete, with the values of the
 * screens.
 */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { describeWithDatabase } from '../support/databases.ts';
import { TEST_NOW } from '../support/start-server.ts';
import { reportFixture, type Told } from './report-fixture.ts';

const DAY_MS = 86_400_000;

describeWithDatabase('reports', (database) => {
  const { server, own, client, tableOf } = reportFixture(database, {
    count: 5000,
    everySeconds: 15,
  });

  describe('readings', () => {
    it('equal those of the history call, row by row', async () => {
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
        'Voltage, phase A (V)',
        'Voltage, phase B (V)',
        'Voltage, phase C (V)',
        'Line voltage AB (V)',
        'Line voltage BC (V)',
        'Line voltage CA (V)',
        'Current, phase A (A)',
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

    it('note where quarter hours begin if the range goes back that far', async () => {
      const { db } = server.parts.context.database;
      const edge = Date.UTC(2026, 10, 18);
      await sql`insert into thinned_before (of_table, at)
        values ('measurement', ${new Date(edge)})`.execute(db);
      const notes = async (start: number) => {
        const { facts } = await tableOf({ type: 'parameter', start, end: TEST_NOW });
        return facts.filter(([name]) => name === 'Note').map(([, note]) => note);
      };
      expect(await notes(edge - 1)).toEqual([
        'Readings before 2026-11-18 08:00:00 are averages of quarter hours; their time is the start of the quarter hour.',
      ]);
      expect(await notes(edge)).toEqual([]);
      await sql`delete from thinned_before`.execute(db);
    });
  });

  it('alarms equal those of the list', async () => {
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
});
