/**
 * docs/promises.md T1, T2: for every call and every field with the id of a customer's resource, the
 * own id works and a foreign id is answered exactly like an unknown one, for every caller. No byte
 * of the other customer is in any response, and none of its rows changes. A caller without access
 * to the call is refused in both cases. The nightly run tests every field with every role and an
 * API key; other runs rotate the callers.
 */
import type { CallSpec, TenantId } from '@busbar/contract/call';
import { CATALOGUE } from '@busbar/contract/catalogue';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeWithDatabase } from '../support/databases.ts';
import { fingerprint } from '../support/fingerprint.ts';
import { fixture } from '../support/fixture.ts';
import { type Asker, askersOf, isLetIn, tokenOf } from './askers.ts';
import { isOfPlatform } from './call-role.ts';
import { buildCanaryFixture } from './catalogue-fixture.ts';
import { describeGroupIsolation } from './group-isolation.ts';
import { ABSENT_IDS, exampleRequest, idOf, readsFirst, seen, send, withId } from './requests.ts';

const calls = readsFirst(CATALOGUE);
const idFields = calls
  .flatMap((call) => call.tenantIds.map((id) => [`${call.name} ${id.at}`, call, id] as const))
  .map(([name, call, id], turn) => [name, call, id, turn] as const);

function roleFor(call: CallSpec): 'admin' | 'operator' {
  return isOfPlatform(call) ? 'operator' : 'admin';
}

/** Returns the response without the parts that differ between any two requests. */
function comparable(body: string, id: string | number): string {
  // The response is a file.
  if (!body.startsWith('{')) return body;
  const answer = JSON.parse(body) as Record<string, unknown>;
  delete answer.request_id;
  return JSON.stringify(answer).replaceAll(String(id), '<id>');
}

describeWithDatabase('tenant isolation', (database) => {
  const world = fixture(() => buildCanaryFixture(database));
  let before: string;
  beforeAll(async () => {
    before = await fingerprint(world.database, world.foreign.customerId);
  });

  describeGroupIsolation(world);

  async function ask(call: CallSpec, id: TenantId, value: string | number, asker: Asker) {
    const { users } = world.own;
    const request = exampleRequest(
      call,
      world.own,
      users[asker === 'key' ? 'admin' : asker].userId,
    );
    return send(world.app, call, withId(request, id, value), await tokenOf(world, asker));
  }

  /**
   * Checks that both responses are equal; returns the response to the foreign id, or undefined if
   * the call was refused before the id was read.
   */
  async function askBoth(
    call: CallSpec,
    id: TenantId,
    asker: Asker,
    foreignId: string | number,
    absentId: string,
  ) {
    const foreign = await ask(call, id, foreignId, asker);
    const absent = await ask(call, id, absentId, asker);
    expect([asker, foreign.statusCode]).toEqual([asker, absent.statusCode]);
    expect(comparable(foreign.body, foreignId), asker).toBe(comparable(absent.body, absentId));
    expect(world.canaries.found(seen(foreign), String(foreignId)), asker).toEqual([]);
    if (isLetIn(call, asker)) return foreign;
    expect([asker, foreign.statusCode]).toEqual([asker, 403]);
    expect(foreign.json().reason, asker).toBe('forbidden');
    return undefined;
  }

  describe('ids of another customer', () => {
    // A wall layout stores the codes that its owner typed, even foreign ones, and would show them
    // in later tests.
    afterAll(() =>
      world.database.db
        .deleteFrom('wall_layout')
        .where('customer_id', '=', world.own.customerId)
        .execute(),
    );

    it.each(idFields)(
      '%s: a foreign id is answered like an unknown one',
      async (_name, call, id, turn) => {
        for (const asker of askersOf(call, turn)) {
          // The platform manages every customer, so no customer is foreign to it.
          if (asker === 'platform' && id.of === 'customer') continue;
          const foreign = await askBoth(
            call,
            id,
            asker,
            idOf(world.foreign, id.of),
            ABSENT_IDS[id.of],
          );
          if (foreign === undefined) continue;
          // The response is a file that contains only its headings.
          if (!foreign.body.startsWith('{')) {
            expect(id.miss, asker).toBe('empty');
            continue;
          }
          const code = foreign.json()[call.version === 'v1' ? 'errCode' : 'code'];
          if (id.miss === 'empty') expect([asker, code]).toEqual([asker, 0]);
          else expect([asker, code]).toEqual([asker, id.miss === 'forbidden' ? 403 : 404]);
        }
      },
    );

    it.each(idFields.filter(([, , id]) => id.of === 'device'))(
      '%s: the number of a foreign device is answered like an unknown one',
      async (_name, call, id, turn) => {
        for (const asker of askersOf(call, turn + 1)) {
          await askBoth(call, id, asker, String(world.foreign.deviceId), '1234567');
        }
      },
    );

    it('are tested by a caller with access, in every field outside the platform’s own calls', () => {
      const closed = idFields.filter(
        ([, call, , turn]) => !askersOf(call, turn).some((asker) => isLetIn(call, asker)),
      );
      expect(closed).toEqual([]);
      const asked = new Set(
        idFields.flatMap(([, call, , turn]) =>
          askersOf(call, turn).filter((asker) => isLetIn(call, asker)),
        ),
      );
      expect(asked.size).toBe(7);
    });
  });

  it.each(calls.map((call) => [call.name, call] as const))(
    '%s: the example with own ids shows nothing of the other customer',
    async (_name, call) => {
      const role = roleFor(call);
      const request = exampleRequest(call, world.own, world.own.users[role].userId);
      const answer = await send(world.app, call, request, await world.token(role));
      // The examples of the contract were stored for the other customer too, and this call shows
      // them to every caller.
      const known = call.name === 'v2.openapi' ? JSON.stringify(calls) : '';
      expect(world.canaries.found(seen(answer), known)).toEqual([]);
      expect(answer.statusCode, answer.body).toBeLessThan(500);
    },
  );

  it('leaves every row of the other customer unchanged', async () => {
    expect(await fingerprint(world.database, world.foreign.customerId)).toBe(before);
  });
});
