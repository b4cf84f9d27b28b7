/**
 * Text search in a long audit trail: it searches span by span, newest first, reports each span and
 * omits none.
 */
import { formatLocal } from '@busbar/domain/calendar';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { searchAudit } from '../../src/areas/identity/audit/audit-search.ts';
import type { AuditPage } from '../../src/areas/identity/audit/audit-search-queries.ts';
import { describeWithDatabase, freshDatabase } from '../support/databases.ts';
import { openSession } from '../support/factories/session.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { fixture } from '../support/fixture.ts';
import { startServer, TEST_NOW } from '../support/start-server.ts';
import { addEntries, listForSealing } from './audit-fixture.ts';

const SCOPE = { customerId: 82, groupId: 1 };
const ENTRIES = 400;
const FROM = Date.UTC(2026, 10, 1);
const MINUTE = 60_000;
const AT_ONCE = 150;
const PAGE: AuditPage = { page: 1, pageSize: 20, sort: 'time', order: 'desc' };

/** Entries are numbered by the minute; these numbers contain the digit 7. */
const SEVENS = Array.from({ length: ENTRIES }, (_, n) => n + 1).filter((n) => `${n}`.includes('7'));

describeWithDatabase('a text search in the audit trail', (database) => {
  beforeAll(async () => {
    await database.db
      .insertInto('user_group')
      .values({
        customer_id: SCOPE.customerId,
        group_id: SCOPE.groupId,
        parent_id: null,
        name: 'Root',
        path: [SCOPE.groupId],
        created_at: new Date(),
      })
      .execute();
    await addEntries(database, SCOPE.customerId, ENTRIES, FROM);
  });

  const search = (page: Partial<AuditPage> = {}, filters = {}, atOnce = AT_ONCE) =>
    searchAudit(database.db, SCOPE, { text: '"N": ', ...filters }, { ...PAGE, ...page }, atOnce);
  const numbers = (rows: readonly { readonly detail: Readonly<Record<string, unknown>> }[]) =>
    rows.map(({ detail }) => detail.n);
  const atMinute = (n: number) => FROM + n * MINUTE;

  it('covers the newest entries, and reports the start of the searched span', async () => {
    const { rows, total, searchedFrom } = await search();
    expect(numbers(rows)).toEqual(Array.from({ length: 20 }, (_, i) => ENTRIES - i));
    // The newest 150 entries and the entry that ends the span.
    expect(total).toBe(AT_ONCE + 1);
    expect(searchedFrom).toBe(atMinute(ENTRIES - AT_ONCE));
  });

  it('finds every entry once if each search continues from the start of the previous span', async () => {
    const found: unknown[] = [];
    const spans: (number | null)[] = [];
    for (let to: number | undefined; spans.at(-1) !== null; to = spans.at(-1) ?? undefined) {
      const text = { text: '7', module: 'Remote control', to };
      const { total } = await search({}, text);
      for (let page = 1; ; page += 1) {
        const { rows, searchedFrom } = await search({ page }, text);
        found.push(...numbers(rows));
        if (rows.length === 0) {
          spans.push(searchedFrom);
          break;
        }
      }
      expect(total).toBeGreaterThan(0);
    }
    expect(spans).toEqual([atMinute(250), atMinute(99), null]);
    expect(found).toEqual(SEVENS.toReversed());
  });

  it('covers all requested entries if they fit in one span', async () => {
    const few = { from: atMinute(101), to: atMinute(251) };
    expect(await search({}, few)).toMatchObject({ total: 150, searchedFrom: null });
    const one = await search({}, { ...few, to: atMinute(253) });
    expect(one).toMatchObject({ searchedFrom: atMinute(102) });
    const narrowed = await search({}, { device: '7' });
    expect(narrowed).toMatchObject({ total: 1, searchedFrom: null });
  });

  it('is sorted and paged like any search, and counted beyond the last page too', async () => {
    const oldest = await search({ order: 'asc', page: 2, pageSize: 10 });
    expect(numbers(oldest.rows)).toEqual(Array.from({ length: 10 }, (_, i) => 260 + i));
    expect(await search({ page: 99 })).toMatchObject({ rows: [], total: AT_ONCE + 1 });
    expect(await search({}, { text: 'nowhere' })).toMatchObject({ rows: [], total: 0 });
  });

  it('is the only search that is limited to a part of the entries', async () => {
    const { total, searchedFrom } = await search({}, { text: undefined });
    expect({ total, searchedFrom }).toEqual({ total: ENTRIES, searchedFrom: null });
  });

  it('leaves out no entry of the millisecond in which a span ends', async () => {
    const at = FROM + 9_999 * MINUTE;
    // Thirty entries are thirty microseconds apart, and the span of ten entries ends within them.
    await sql`insert into audit_entry (customer_id, logged_at, user_id, user_name, device_code, group_id,
        module, command, status, detail, client_address)
      select ${SCOPE.customerId}::integer, to_timestamp(${at}::bigint / 1000) + n * interval '30 microseconds',
        7, 'operator', '', 1, 'Projects', 'change project', 'done', jsonb_build_object('n', n), ''
      from generate_series(1, 30) n`.execute(database.db);
    const text = { text: 'change', from: at - MINUTE };
    const { rows, total, searchedFrom } = await search({ pageSize: 50 }, text, 10);
    expect({ total, searchedFrom }).toEqual({ total: 30, searchedFrom: at });
    expect(rows).toHaveLength(30);
    expect(await search({}, { ...text, to: at }, 10)).toMatchObject({ total: 0 });
  });
});

/** One more than the number of entries that a single search covers. */
const KEPT = 50_002;
const MODULE = 'module=Projects';

interface Answer {
  readonly total: number;
  readonly searched_from: { readonly time: string; readonly ts: number } | null;
}

describe('the search call', () => {
  const database = fixture(() => freshDatabase());
  const server = fixture(() => startServer(database));
  const own = fixture(() => createTenant(database, { label: 'own', now: TEST_NOW }));
  const from = TEST_NOW - 60 * 86_400_000;
  beforeAll(async () => {
    // This chain is never verified, and sealing so many entries takes long.
    await listForSealing(database, false);
    await sql`insert into audit_entry (customer_id, logged_at, user_id, user_name, device_code, group_id,
        module, command, status, detail, client_address)
      select ${own.customerId}::integer, to_timestamp(${from}::bigint / 1000.0) + n * interval '1 minute',
        7, 'operator', '', ${own.groupId}::integer, 'Projects', 'change project', 'done',
        jsonb_build_object('n', n), ''
      from generate_series(0, ${KEPT - 1}::integer) n`.execute(database.db);
    await listForSealing(database, true);
  });

  it("reports in the customer's zone how far it searched, and continues from there", async () => {
    const { auditor } = own.users;
    const token = await openSession(database, own.customerId, auditor.userId, server.clock.now());
    const get = async (query: string) => {
      const answer = await server.app.inject({
        method: 'GET',
        url: `/api/v2/audit?ps=1&text=change&${query}`,
        headers: { authorization: token },
      });
      return answer.json().data as Answer;
    };
    const first = await get(MODULE);
    const ts = from + MINUTE;
    expect(first.total).toBe(KEPT - 1);
    expect(first.searched_from).toEqual({ ts, time: formatLocal(ts, 'Asia/Shanghai') });
    const rest = await get(`${MODULE}&end=${ts}`);
    expect(rest).toMatchObject({ total: 1, searched_from: null, list: [{ detail: { n: 0 } }] });
  });
});
