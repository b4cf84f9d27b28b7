/**
 * Timing side channels. docs/promises.md T8: sign-ins with accounts in each state, each with a new
 * name and address, wrong and right passwords; the medians are within 5 % of that of an unknown
 * name. docs/promises.md T2: each call with each id it accepts, alternating between an id of
 * another customer and a missing one; the medians are less than 5 ms apart.
 *
 * `--database external|embedded` (both), `--signins 500` of each, `--pairs 200` of each field.
 */
import type { CallSpec } from '@busbar/contract/call';
import { CATALOGUE } from '@busbar/contract/catalogue';
import {
  buildCatalogueFixture,
  type CatalogueFixture,
} from '../../../apps/server/test/catalogue/catalogue-fixture.ts';
import {
  ABSENT_IDS,
  exampleRequest,
  idOf,
  send,
  withId,
} from '../../../apps/server/test/catalogue/requests.ts';
import {
  buildCustomer,
  buildUser,
  PASSWORD,
} from '../../../apps/server/test/support/factories/customer.ts';
import { benchEngine } from '../engine/bench-engine.ts';
import { benchOptions } from '../engine/bench-options.ts';
import { median, printTable } from '../engine/print-table.ts';

const WIDEST_PERCENT = 5;
const WIDEST_MS = 5;
const WORST_SHOWN = 10;

export async function benchGuessing(options: readonly string[]): Promise<void> {
  const values = benchOptions(options, { signins: '500', pairs: '200' });
  for (const name of values.engines) {
    const engine = await benchEngine(name);
    const database = await engine.open();
    const world = await buildCatalogueFixture(database);
    try {
      await measureSignIns(world, Number(values.signins), engine.name);
      await measureIds(world, Number(values.pairs), engine.name);
    } finally {
      await world.server.stop();
      await database.close();
      await engine.remove();
    }
  }
}

async function measureSignIns(
  world: CatalogueFixture,
  each: number,
  engine: string,
): Promise<void> {
  const { context } = world.server.parts;
  const pending = await buildCustomer(context, { state: 'pending' });
  const expired = await buildCustomer(context);
  await context.database.db
    .updateTable('customer')
    .set({ expires_at: new Date(context.clock.now() - 1) })
    .where('customer_id', '=', expired.customerId)
    .execute();
  const tenant = await buildCustomer(context);
  const nameIn = async (customer: typeof tenant) => (await buildUser(context, customer)).userName;
  let attempt = 0;
  const cases: readonly [string, () => Promise<string>, string][] = [
    // This case also creates an account, though it does not use it, so that the preceding work is
    // the same in each case.
    ['nobody, wrong', async () => `nobody.${await nameIn(tenant)}`, 'wrong'],
    ['known, wrong', () => nameIn(tenant), 'wrong'],
    ['pending, wrong', () => nameIn(pending), 'wrong'],
    ['expired, wrong', () => nameIn(expired), 'wrong'],
    ['pending, right', () => nameIn(pending), PASSWORD],
    ['expired, right', () => nameIn(expired), PASSWORD],
  ];
  const took = new Map<string, number[]>(cases.map(([name]) => [name, []]));
  for (let i = 0; i < each; i++) {
    // Each round starts with a different case.
    const round = [...cases.slice(i % cases.length), ...cases.slice(0, i % cases.length)];
    for (const [name, account, password] of round) {
      attempt += 1;
      const user_account = await account();
      const began = performance.now();
      await world.app.inject({
        method: 'POST',
        url: '/api/v2/login',
        remoteAddress: `10.${attempt >> 16}.${(attempt >> 8) & 255}.${attempt & 255}`,
        payload: { user_account, password },
      });
      took.get(name)!.push(performance.now() - began);
    }
  }
  const nobody = median(took.get('nobody, wrong')!);
  printTable(
    `T8, ${engine}: ${each} sign-ins of each, medians`,
    [...took].map(([name, times]) => ({
      name,
      'median ms': median(times).toFixed(2),
      'to nobody': `${((median(times) / nobody - 1) * 100).toFixed(1)} %`,
      limit: name.endsWith('wrong') ? `${WIDEST_PERCENT} %` : '',
    })),
  );
}

async function measureIds(world: CatalogueFixture, pairs: number, engine: string): Promise<void> {
  const token = await world.token('admin');
  const differences: { name: string; foreign: number; absent: number; apart: number }[] = [];
  for (const call of CATALOGUE as readonly CallSpec[]) {
    for (const id of call.tenantIds.filter(({ of }) => of !== 'customer')) {
      const request = exampleRequest(call, world.own, world.own.users.admin.userId);
      const ask = async (value: string | number) => {
        const began = performance.now();
        await send(world.app, call, withId(request, id, value), token);
        return performance.now() - began;
      };
      const foreign: number[] = [];
      const absent: number[] = [];
      for (let i = 0; i < pairs; i++) {
        foreign.push(await ask(idOf(world.foreign, id.of)));
        absent.push(await ask(ABSENT_IDS[id.of]));
      }
      const [one, other] = [median(foreign), median(absent)];
      const apart = Math.abs(one - other);
      differences.push({ name: `${call.name} ${id.at}`, foreign: one, absent: other, apart });
    }
  }
  const worst = differences.toSorted((one, other) => other.apart - one.apart);
  const over = worst.filter(({ apart }) => apart >= WIDEST_MS).length;
  printTable(
    `T2, ${engine}: ${pairs} pairs of ${differences.length} fields, ${over} of them ${WIDEST_MS} ms apart or more; the widest`,
    worst.slice(0, WORST_SHOWN).map(({ name, foreign, absent, apart }) => ({
      name,
      'foreign ms': foreign.toFixed(2),
      'absent ms': absent.toFixed(2),
      'apart ms': apart.toFixed(2),
      'limit ms': WIDEST_MS,
    })),
  );
}
