/**
 * Pages of a long list of users: their rows, their order, and that a page does not read all rows.
 */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { listUsers, type UserSort } from '../../src/areas/identity/users/user-queries.ts';
import type { Database } from '../../src/storage/database.ts';
import { describeWithDatabase, isOnCitus } from '../support/databases.ts';

const SCOPE = { customerId: 81, groupId: 810 };
const USERS = 6_000;
const NOW = Date.UTC(2026, 10, 22, 12);
const DAY = 86_400_000;

interface Kept {
  readonly id: number;
  readonly name: string;
  readonly role: string;
  readonly group: number;
  readonly lastSignIn: number | null;
  readonly created: number;
}

/** Some names are equal apart from letter case; a quarter of the users have never signed in. */
const kept: readonly Kept[] = Array.from({ length: USERS }, (_, n) => ({
  id: n + 1,
  name: `${n % 2 === 0 ? 'Person' : 'pERSON'}.${((n * 7919) % (USERS / 2)).toString(36)}`,
  role: n % 3 === 0 ? 'viewer' : 'operator',
  group: 810 + (n % 5),
  lastSignIn: n % 4 === 0 ? null : NOW - (n % 50) * DAY,
  created: NOW - (n % 70) * DAY,
}));

const KEYS: Readonly<Record<UserSort, (user: Kept) => string | number | null>> = {
  name: ({ name }) => name.toLowerCase(),
  role: ({ role }) => role,
  group: ({ group }) => group,
  last_sign_in: ({ lastSignIn }) => lastSignIn,
  created: ({ created }) => created,
};

/** Users without a value for the sort key come last in both directions. */
function inOrder(sort: UserSort, descending: boolean): number[] {
  const key = KEYS[sort];
  const way = descending ? -1 : 1;
  const compare = (a: Kept, b: Kept): number => {
    const [one, other] = [key(a), key(b)];
    if (one === other) return way * (a.id - b.id);
    if (one === null) return 1;
    if (other === null) return -1;
    return way * (one < other ? -1 : 1);
  };
  return kept.toSorted(compare).map(({ id }) => id);
}

describeWithDatabase('pages of users', (database) => {
  beforeAll(async () => {
    await fill(database);
  });

  const page = (sort: UserSort, descending: boolean, offset: number, limit = 13) =>
    database.transaction(async (trx) => {
      const shown = await listUsers(
        trx,
        SCOPE,
        { keyword: '' },
        { limit, offset, sort, descending },
        NOW,
      );
      await sql`select pg_stat_force_next_flush()`.execute(trx);
      return shown;
    });

  describe.each(Object.keys(KEYS) as UserSort[])('sorted by %s', (sort) => {
    it.each([false, true])('are in order, descending: %s', async (descending) => {
      const expected = inOrder(sort, descending);
      for (const offset of [0, 740, USERS - 5]) {
        const { users, total } = await page(sort, descending, offset);
        expect(users.map(({ userId }) => userId)).toEqual(expected.slice(offset, offset + 13));
        expect(total).toBe(USERS);
      }
    });
  });

  // On Citus a worker reads the rows, and its statistics are not those of this database.
  it.skipIf(isOnCitus).each([false, true])(
    'sorted by name read only their own rows, descending: %s',
    async (descending) => {
      const before = await readSoFar(database);
      await page('name', descending, 0);
      const after = await readSoFar(database);
      expect(after.alongNames - before.alongNames).toBeGreaterThan(0);
      expect(after.alongNames - before.alongNames).toBeLessThan(50);
      expect(after.allNames).toBe(before.allNames);
    },
  );
});

/** Returns the reads of the name index and the sequential scans of the table of sign-in names. */
async function readSoFar({ db }: Database): Promise<{ alongNames: number; allNames: number }> {
  const { rows } = await sql<{ alongNames: number; allNames: number }>`
    select (select idx_tup_read from pg_stat_user_indexes
        where indexrelname = 'user_account_by_name')::integer as "alongNames",
      (select seq_scan from pg_stat_user_tables where relname = 'account_name')::integer as "allNames"`.execute(
    db,
  );
  return rows[0]!;
}

async function fill({ db }: Database): Promise<void> {
  const { customerId, groupId } = SCOPE;
  for (let n = 0; n < 5; n += 1) {
    const id = groupId + n;
    await sql`insert into user_group (customer_id, group_id, parent_id, name, path, created_at)
      values (${customerId}, ${id}, ${n === 0 ? null : groupId}, ${`Group ${n}`},
        ${n === 0 ? [id] : [groupId, id]}::integer[], now())`.execute(db);
  }
  await sql`insert into user_account (customer_id, user_id, group_id, user_name, password_hash, role,
      created_at, password_changed_at, last_sign_in_at)
    select ${customerId}::integer, r.id, r."group", r.name, 'none', r.role,
      to_timestamp(r.created / 1000.0), now(), to_timestamp(r."lastSignIn" / 1000.0)
    from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as r(id integer, name text, role text,
      "group" integer, "lastSignIn" bigint, created bigint)`.execute(db);
  await sql`insert into account_name (account_key, customer_id, user_id)
    select 'key.' || user_id, customer_id, user_id from user_account
    where customer_id = ${customerId}`.execute(db);
  await sql`analyze user_account, account_name, user_group`.execute(db);
}
