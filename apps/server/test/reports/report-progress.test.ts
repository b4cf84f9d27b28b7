/**
 * A running report publishes its progress: the values of a real job, returned by the call and the
 * list.
 */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { startReports } from '../../src/areas/reports/report-worker.ts';
import { type OpenForWriting, openOnDisk } from '../../src/areas/shared/tables/report-files.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { REPORTED_DAYS, reportFixture, reportQuestion } from './report-fixture.ts';

/** The interval in which a running report publishes progress, and its lease duration. */
const TOLD_EVERY_MS = 500;
const LEASE_MS = 30_000;
const STOPS = 8;

describeWithDatabase('report progress', (database) => {
  const { server, own, client } = reportFixture(database, { count: 8_000, everySeconds: 10 });

  /** A disk that completes one write per release, and every write after `open`. */
  function gatedDisk() {
    let isOpen = false;
    let waiting: (() => void) | undefined;
    const onto: OpenForWriting = async (path) => {
      const file = await openOnDisk(path);
      return {
        ...file,
        async write(bytes) {
          if (!isOpen) {
            await new Promise<void>((resolve) => {
              waiting = resolve;
            });
          }
          return file.write(bytes);
        },
      };
    };
    const letOne = () => {
      const go = waiting;
      waiting = undefined;
      go?.();
    };
    return {
      onto,
      letOne,
      isWaiting: () => waiting !== undefined,
      open() {
        isOpen = true;
        letOne();
      },
    };
  }

  it('rises from 0 to 100 while the file is written', async () => {
    const question = { type: 'parameter', ...REPORTED_DAYS, device_codes: own.deviceCode };
    const { task_id: id } = (await client.get(reportQuestion(question))).body.data;
    const about = async () => (await client.get(`/api/v2/report?task_id=${id}`)).body.data;
    expect(await about()).toMatchObject({ state: 'waiting', progress: 0 });

    const disk = gatedDisk();
    const stop = await startReports(server.parts.context, disk.onto);
    const seen: number[] = [];
    for (let stops = 0; stops < STOPS; stops++) {
      await eventually(disk.isWaiting).toBe(true);
      server.clock.advance(TOLD_EVERY_MS);
      await eventually(keptUntil).toBe(server.clock.now() + LEASE_MS);
      const { state, progress } = await about();
      expect(state).toBe('running');
      seen.push(progress);
      const { list } = (await client.get('/api/v2/reports')).body.data;
      expect(list[0]).toMatchObject({ task_id: id, progress });
      disk.letOne();
    }
    disk.open();
    await eventually(async () => (await about()).state).toBe('done');
    await stop();
    // The header is written first, without reported progress.
    expect(seen[0]).toBe(0);
    const risen = [...new Set(seen)].filter((progress) => progress > 0);
    expect(risen.length).toBeGreaterThan(2);
    expect(seen).toEqual([...seen].sort((one, other) => one - other));
    expect(risen.at(-1)).toBeLessThan(100);
    expect((await about()).progress).toBe(100);

    async function keptUntil(): Promise<number | undefined> {
      const { rows } = await sql<{ until: Date }>`select taken_until as until from report_task
        where report_task_id = ${id}`.execute(server.parts.context.database.db);
      return rows[0] && new Date(rows[0].until).getTime();
    }
  });
});
