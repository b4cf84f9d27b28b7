/**
 * Reports that are interrupted or finished: no partial file is ever offered, and files are deleted.
 */
import { existsSync, readdirSync } from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { purgeReports } from '../../src/areas/reports/purge-reports.ts';
import { startReports } from '../../src/areas/reports/report-worker.ts';
import {
  type OpenForWriting,
  openOnDisk,
  reportsFolder,
} from '../../src/areas/shared/tables/report-files.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { reportFile, reportFixture } from './report-fixture.ts';

describeWithDatabase('reports', (database) => {
  const { server, own, client, about, ask, fetchFile, fileOf, freshClient, make } = reportFixture(
    database,
    {
      count: 5000,
      everySeconds: 15,
    },
  );
  beforeAll(async () => {
    // Many finished reports, so that a low count at the end proves that they were purged.
    for (let day = 3; day < 15; day++) {
      const start = `2026-11-${String(day).padStart(2, '0')}`;
      await reportFile(server, client, { type: 'alarm', start, end: '2026-11-20' });
    }
  });

  function signal() {
    let give: () => void = () => undefined;
    const given = new Promise<void>((resolve) => {
      give = resolve;
    });
    return { given, give: () => give() };
  }

  /** A disk that accepts no write until it is released. */
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

  it('a report cancelled while it is created leaves no file', async () => {
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

  it('a stopping process releases its report; a killed one loses it to another process', async () => {
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
    // Simulates a killed process: the report is running, and no process renews the lease.
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
    expect(given.failure_text).toContain('Create it again');
  });

  it('a process that was suspended leaves the file of the one that took over', async () => {
    const by = await freshClient();
    const { body } = await ask({ type: 'parameter', start: '2026-11-19', end: '2026-11-20' }, by);
    const id = body.data.task_id;
    const begun = signal();
    const gate = signal();
    const suspended: OpenForWriting = async (path) => {
      const file = await openOnDisk(path);
      return {
        ...file,
        async sync() {
          begun.give();
          await gate.given;
          return file.sync();
        },
      };
    };
    const { context } = server.parts;
    const stopFirst = await startReports({ ...context, processId: 'first' }, suspended);
    await begun.given;
    // The lease ends, while the timers of the suspended process do not run.
    server.clock.stepTo(server.clock.now() + 31_000);
    const stopSecond = await startReports({ ...context, processId: 'second' });
    await eventually(async () => (await about(id, by)).state).toBe('done');
    const files = filesOf(id).filter((name) => !name.includes('part'));
    gate.give();
    await stopFirst();
    await stopSecond();
    expect((await about(id, by)).state).toBe('done');
    expect(files).toHaveLength(1);
    expect(filesOf(id)).toEqual(files);
  });

  it('a disk that fills up midway fails the report with a message and leaves no file', async () => {
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
    expect(task.failure_text).toContain('no space');
    expect(task.url).toBeUndefined();
    expect(filesOf(id)).toEqual([]);
  });

  it('a user who lost access to the group gets no file of it', async () => {
    const by = await freshClient();
    const { body } = await ask({ type: 'energy', start: '2026-11-01', end: '2026-11-04' }, by);
    const { db } = server.parts.context.database;
    const move = (groupId: number) =>
      sql`update user_account set group_id = ${groupId}
      where user_id = ${own.users.viewer.userId}`.execute(db);
    await move(own.childGroupId);
    const stop = await startReports(server.parts.context);
    const stateOf = async () =>
      (
        await db
          .selectFrom('report_task')
          .select('state')
          .where('report_task_id', '=', body.data.task_id)
          .executeTakeFirst()
      )?.state;
    await eventually(stateOf).toBe('failed');
    await stop();
    await move(own.groupId);
    const task = await about(body.data.task_id, by);
    expect([task.state, task.failure]).toEqual(['failed', 'access-ended']);
  });

  it('a finished file is hidden from its user while the user is in a smaller group', async () => {
    const by = await freshClient();
    const { body } = await ask({ type: 'energy', start: '2026-11-01', end: '2026-11-04' }, by);
    const task = await make(body.data.task_id, by);
    expect(task.state).toBe('done');
    const { db } = server.parts.context.database;
    const move = (groupId: number) =>
      sql`update user_account set group_id = ${groupId}
      where user_id = ${own.users.viewer.userId}`.execute(db);
    const readable = async () => ({
      status: (await ask({ task_id: task.task_id }, by)).body.code === 0,
      listed: (await by.get('/api/v2/reports')).body.data.total,
      file: (await fetchFile(task.url, by)).statusCode,
    });
    await move(own.childGroupId);
    expect(await readable()).toEqual({ status: false, listed: 0, file: 404 });
    expect((await by.delete(`/api/v2/report/${task.task_id}`)).body.code).not.toBe(0);
    await move(own.groupId);
    expect(await readable()).toEqual({ status: true, listed: 1, file: 200 });
  });

  it('files are deleted after an hour, and orphaned ones immediately', async () => {
    // Timers do not run, because each would queue for the connections before the purge.
    const pass = (ms: number) => server.clock.stepTo(server.clock.now() + ms);
    const { task } = await fileOf({ type: 'alarm', start: '2026-11-02', end: '2026-11-20' });
    expect(filesOf(task.task_id)).toHaveLength(1);
    await (await openOnDisk(`${reportsFolder(server.parts.context)}/99999999.csv`)).close();
    pass(3_600_000);
    await purgeReports(server.parts.context);
    expect(filesOf(99_999_999)).toEqual([]);
    expect(filesOf(task.task_id)).toHaveLength(1);
    pass(1);
    await purgeReports(server.parts.context);
    expect(filesOf(task.task_id)).toEqual([]);
    const { rows } = await sql<{ state: string }>`select state from report_task
      where report_task_id = ${task.task_id}`.execute(server.parts.context.database.db);
    expect(rows).toEqual([{ state: 'expired' }]);
    pass(24 * 3_600_000);
    await purgeReports(server.parts.context);
    const left = await sql`select from report_task`.execute(server.parts.context.database.db);
    expect(left.rows.length).toBeLessThan(10);
  });

  function filesOf(id: number): string[] {
    const folder = reportsFolder(server.parts.context);
    return existsSync(folder)
      ? readdirSync(folder).filter((name) => name.startsWith(`${id}.`))
      : [];
  }
});
