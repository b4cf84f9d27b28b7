/**
 * docs/promises.md T1, T2: for every call and every field that carries an id of a customer's thing:
 * the own one works, a foreign one is answered exactly like one that does not exist, whoever asks,
 * no byte of the other customer is in any answer, and no row of it changes. Who may not make a call
 * at all is told so both times; nightly every role and a key ask every field, otherwise they take
 * turns.
 */
import type { CallSpec, TenantId } from '@busbar/contract/call';
import { CATALOGUE } from '@busbar/contract/catalogue';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeWithDatabase } from '../support/databases.ts';
import { fingerprint } from '../support/world.ts';
import { type Asker, askersOf, isLetIn, tokenOf } from './askers.ts';
import { isOfPlatform } from './call-role.ts';
import { type CanaryWorld, createCanaryWorld } from './catalogue-world.ts';
import { describeGroupWalls } from './group-walls.ts';
import { ABSENT_IDS, exampleRequest, idOf, seen, send, withId } from './requests.ts';

const calls: readonly CallSpec[] = CATALOGUE;
const idFields = calls
  .flatMap((call) => call.tenantIds.map((id) => [`${call.name} ${id.at}`, call, id] as const))
  .map(([name, call, id], turn) => [name, call, id, turn] as const);

function roleFor(call: CallSpec): 'admin' | 'operator' {
  return isOfPlatform(call) ? 'operator' : 'admin';
}

/** The answer without what differs between any two requests. */
function comparable(body: string, id: string | number): string {
  // A file.
  if (!body.startsWith('{')) return body;
  const answer = JSON.parse(body) as Record<string, unknown>;
  delete answer.request_id;
  return JSON.stringify(answer).replaceAll(String(id), '<id>');
}

describeWithDatabase('walls between customers', (open) => {
  let world: CanaryWorld;
  let before: string;
  beforeAll(async () => {
    world = await createCanaryWorld(await open());
    before = await fingerprint(world.database, world.foreign.customerId);
  });
  afterAll(() => world?.server.stop());

  describeGroupWalls(() => world);

  async function ask(call: CallSpec, id: TenantId, value: string | number, asker: Asker) {
    const { users } = world.own;
    const request = exampleRequest(
      call,
      world.own,
      users[asker === 'key' ? 'admin' : asker].userId,
    );
    return send(world.app, call, withId(request, id, value), await tokenOf(world, asker));
  }

  /** Both answers are one; returns what the foreign id was answered, undefined if nobody looked at it. */
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

  describe('ids that are not the own', () => {
    // A wall keeps the codes its owner typed, whosever they are, and would show them further down.
    afterAll(() =>
      world.database.db
        .deleteFrom('wall_layout')
        .where('customer_id', '=', world.own.customerId)
        .execute(),
    );

    it.each(idFields)(
      '%s: a foreign id is answered like an absent one',
      async (_name, call, id, turn) => {
        for (const asker of askersOf(call, turn)) {
          // Every customer is the platform's to manage: none is foreign to it.
          if (asker === 'platform' && id.of === 'customer') continue;
          const foreign = await askBoth(
            call,
            id,
            asker,
            idOf(world.foreign, id.of),
            ABSENT_IDS[id.of],
          );
          if (foreign === undefined) continue;
          // A file of nothing but its headings.
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
      '%s: the number of a foreign device is answered like an absent one',
      async (_name, call, id, turn) => {
        for (const asker of askersOf(call, turn + 1)) {
          await askBoth(call, id, asker, String(world.foreign.deviceId), '1234567');
        }
      },
    );

    it('are looked at for somebody: each field has who is let in, but the platform’s own', () => {
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
    '%s: the own example shows nothing of the other customer',
    async (_name, call) => {
      const role = roleFor(call);
      const request = exampleRequest(call, world.own, world.own.users[role].userId);
      const answer = await send(world.app, call, request, await world.token(role));
      // The other customer was given the contract's examples too, and this call tells them to everybody.
      const known = call.name === 'v2.openapi' ? JSON.stringify(calls) : '';
      expect(world.canaries.found(seen(answer), known)).toEqual([]);
    },
  );

  it('leaves every row of the other customer as it was', async () => {
    expect(await fingerprint(world.database, world.foreign.customerId)).toBe(before);
  });
});
