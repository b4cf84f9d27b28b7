/** Migration 40 on a database whose tower projects were deleted or changed their type. */
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { migrate } from '../../src/storage/migrate.ts';
import { freshDatabase } from '../support/databases.ts';

const shipped = new URL('../../src/storage/migrations/', import.meta.url);
const folder = pathToFileURL(`${mkdtempSync(join(tmpdir(), 'busbar-migrations-'))}/`);
afterAll(() => rmSync(folder, { recursive: true }));

describe('towers without a tower project', () => {
  it('are deleted, and a project that has towers becomes a tower project again', async () => {
    const database = await freshDatabase({ empty: true });
    for (const file of readdirSync(shipped)) {
      if (Number(file.slice(0, 4)) < 40) cpSync(new URL(file, shipped), new URL(file, folder));
    }
    await migrate(database, folder);
    const { db } = database;
    await sql`insert into project (customer_id, project_id, group_id, name, type, description,
        created_by, created_by_name, created_at, deleted_at) overriding system value
      values (7, 1, 1, 'gone', 'tower', '', 1, '', now(), '2026-03-02 00:00Z'),
        (7, 2, 1, 'changed', 'lamp', '', 1, '', now(), null),
        (7, 3, 1, 'lamps', 'lamp', '', 1, '', now(), null)`.execute(db);
    await sql`insert into tower (customer_id, tower_id, project_id, device_id, name, mains_min_v,
        cut_delay_s, hold_s, stagger_s, battery_kwh, next_look_at, changed_by, changed_at)
      overriding system value
      select 7, n, n, n, 'T' || n, 160, 10, 60, 10, 20, now(), 1, now()
      from generate_series(1, 2) n`.execute(db);
    await sql`insert into tower_user (customer_id, tower_id, slot, name, device_id, priority,
        standby_type, standby_minutes, standby_kwh, cut_v, reconnect_v, periods, mode, state, cause,
        since, settled)
      select 7, n, 1, 'U', 10 + n, 1, 'voltage', 10, 1, 45, 50, '[]', 'manual', 'manual-off',
        'person', now(), true from generate_series(1, 2) n`.execute(db);

    await migrate(database);

    const { rows: towers } = await sql`select tower_id, deleted_at is not null as deleted
      from tower order by tower_id`.execute(db);
    expect(towers).toEqual([
      { tower_id: 1, deleted: true },
      { tower_id: 2, deleted: false },
    ]);
    const { rows: devices } = await sql`select device_id from project_device
      order by device_id`.execute(db);
    expect(devices).toEqual([{ device_id: 2 }, { device_id: 12 }]);
    const { rows: types } = await sql`select type from project order by project_id`.execute(db);
    expect(types).toEqual([{ type: 'tower' }, { type: 'tower' }, { type: 'lamp' }]);
  });
});
