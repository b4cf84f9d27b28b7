/**
 * docs/promises.md T5: the matrix of T1 with the filters of the program switched off. Row-level
 * security alone keeps every byte of the other customer out of the responses and all of its rows
 * unchanged. With the policies disabled too, the same requests show its data, which proves that the
 * switch has an effect.
 */
import type { CallSpec } from '@busbar/contract/call';
import { CATALOGUE } from '@busbar/contract/catalogue';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isForCustomer } from '../../src/http/calls/handlers-by-role.ts';
import { CANARY } from '../support/canary/canary-value.ts';
import { describeWithDatabase, isOnCitus } from '../support/databases.ts';
import { fingerprint } from '../support/fingerprint.ts';
import { fixture } from '../support/fixture.ts';
import { withFilterOf, withoutFilter, withoutTenantFilter } from '../support/no-tenant-filter.ts';
import { buildCanaryFixture } from './catalogue-fixture.ts';
import { exampleRequest, idOf, type Request, readsFirst, seen, send, withId } from './requests.ts';

const calls = readsFirst(CATALOGUE).filter(isForCustomer);

it('the switch removes the filters by customer and by group, and nothing else', () => {
  expect(
    withoutFilter(
      `select a.customer_id from a join b on b.customer_id = a.customer_id
      where "a"."customer_id" = $1 and (customer_id = $2) and b.customer_id = any($3::int4[])
      and g.path @> array[$5::integer] and device_id = $4`,
    ),
  ).toBe(`select a.customer_id from a join b on b.customer_id = a.customer_id
      where ($1::integer is not null) and (($2::integer is not null)) and ($3::integer[] is not null)
      and ($5::integer is not null) and device_id = $4`);
});

it('a statement about the other customer has that customer in each filter', () => {
  expect(withFilterOf('where "a"."customer_id" = $1 and (customer_id = any($3::int4[]))', 7)).toBe(
    `where ("a"."customer_id" = 7 and $1::integer is not null) and ((customer_id = 7 and $3::integer[] is not null))`,
  );
});

describeWithDatabase('row-level security without the filters of the program', (database) => {
  const world = fixture(() => buildCanaryFixture(database));
  let before: string;
  beforeAll(async () => {
    before = await fingerprint(world.database, world.foreign.customerId);
  });
  const filter = fixture(async () => withoutTenantFilter(world.foreign.customerId));
  afterAll(async () => {
    filter?.restore();
  });

  /**
   * Returns the requests of a call: its example, and the example with each id replaced by that of
   * the other customer.
   */
  function requests(call: CallSpec): Request[] {
    const own = exampleRequest(call, world.own, world.own.users.admin.userId);
    const foreign = call.tenantIds.flatMap((id) => [
      withId(own, id, idOf(world.foreign, id.of)),
      ...(id.of === 'device' ? [withId(own, id, String(world.foreign.deviceId))] : []),
    ]);
    return [own, ...foreign];
  }

  it('is effective: without the policies, read calls show every kind of resource', async () => {
    const policies = async (state: 'enable' | 'disable') => {
      const tables = await sql<{ name: string }>`
        select tablename as name from pg_policies where policyname = 'customer'`.execute(
        world.database.db,
      );
      for (const { name } of tables.rows) {
        await sql`alter table ${sql.table(name)} ${sql.raw(state)} row level security`.execute(
          world.database.db,
        );
      }
    };
    await policies('disable');
    const leaking = new Set<string>();
    const shown = new Set<string>();
    const foreign = new Set<string>();
    try {
      for (const call of calls.filter(({ effect }) => effect === 'read')) {
        for (const request of requests(call)) {
          const answer = await send(world.app, call, request, await world.token('admin'));
          const sent = JSON.stringify(request);
          const found = world.canaries.found(seen(answer), sent);
          for (const mark of found) shown.add(mark);
          // Only Citus has statements that cannot run without their filters.
          const taken = world.canaries.found(JSON.stringify(filter.takeForeign()), sent);
          for (const mark of taken) foreign.add(mark);
          const isLeaking = [...found, ...taken].includes(CANARY);
          if (isLeaking && !sent.includes(CANARY)) leaking.add(call.name);
        }
      }
    } finally {
      await policies('enable');
    }
    expect(foreign.size > 100).toBe(isOnCitus);
    expect(leaking.size).toBeGreaterThan(40);
    // The data shown is not only texts, but also numbers, days and timestamps.
    expect(shown.size).toBeGreaterThan(100);
  });

  it.each(calls.map((call) => [call.name, call] as const))(
    '%s shows nothing of the other customer',
    async (_name, call) => {
      for (const request of requests(call)) {
        const answer = await send(world.app, call, request, await world.token('admin'));
        // The response may repeat the request: a device code alone is not data of the device.
        const sent = JSON.stringify([request.params, request.query, request.body]);
        const text = sent.includes(CANARY)
          ? seen(answer).replaceAll(world.foreign.deviceCode, '')
          : seen(answer);
        expect(world.canaries.found(text, sent)).toEqual([]);
        for (const { command, rowCount, rows } of filter.takeForeign()) {
          expect(world.canaries.found(JSON.stringify(rows), sent)).toEqual([]);
          if (command === 'UPDATE' || command === 'DELETE') expect(rowCount).toBe(0);
        }
        expect(answer.statusCode, `${JSON.stringify(request)} ${answer.body}`).toBeLessThan(500);
      }
    },
  );

  it('leaves every row of the other customer unchanged', async () => {
    expect(filter.opened()).toBeGreaterThan(1000);
    expect(await fingerprint(world.database, world.foreign.customerId)).toBe(before);
  });
});
