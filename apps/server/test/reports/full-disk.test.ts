/** A report on a separate file system that fills up midway: no partial file remains. */
import { mkdirSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { startReports } from '../../src/areas/reports/report-worker.ts';
import { reportsFolder } from '../../src/areas/shared/tables/report-files.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { mayMount, mountMemory, unmount } from '../support/programs/mounts.ts';
import { REPORTED_DAYS, reportFixture, reportQuestion } from './report-fixture.ts';

const READINGS = 5_000;
const ROOM_BYTES = 65_536;

const MAY_MOUNT = mayMount();

describeWithDatabase('a report on a file system that is too small', (database) => {
  const { server, client } = reportFixture(database, { count: READINGS, everySeconds: 15 });

  async function make(format: 'csv' | 'xlsx') {
    const asked = await client.get(reportQuestion({ type: 'parameter', format, ...REPORTED_DAYS }));
    const stop = await startReports(server.parts.context);
    const task = async () =>
      (await client.get(reportQuestion({ task_id: asked.body.data.task_id }))).body.data;
    await eventually(async () => (await task()).state).not.toMatch(/waiting|running/);
    await stop();
    return task();
  }

  it.skipIf(!MAY_MOUNT)(
    'fails with a message, leaves no file, and succeeds once there is space',
    async () => {
      const folder = reportsFolder(server.parts.context);
      mkdirSync(folder, { recursive: true });
      mountMemory(folder, `size=${ROOM_BYTES},mode=700`);
      try {
        const task = await make('csv');
        expect(task).toMatchObject({ state: 'failed', failure: 'storage-full', bytes: null });
        expect(task.failure_text).toContain('no space');
        expect(task.url).toBeUndefined();
        expect(readdirSync(folder)).toEqual([]);
      } finally {
        unmount(folder);
      }
      const again = await make('csv');
      expect(again).toMatchObject({ state: 'done' });
      expect(again.rows).toBeGreaterThanOrEqual(READINGS);
      expect(again.bytes).toBeGreaterThan(ROOM_BYTES);
    },
  );
});
