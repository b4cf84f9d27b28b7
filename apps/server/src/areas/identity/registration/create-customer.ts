/** Creates a customer with its two mandatory parts: the root group and the default tariff. */
import type { BandPrices } from '@busbar/domain/tariff/price';
import { randomId } from '../../../clock.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { insertRootGroup } from '../../fleet/groups/group-queries.ts';
import { insertDefaultRate } from '../../fleet/rates/system-default-rate.ts';
import { insertCustomer, type NewCustomer } from './customer-queries.ts';

export interface CreatedCustomer {
  readonly customerId: number;
  readonly groupId: number;
  readonly rateId: number;
  /** Id for the first account, which the caller inserts. */
  readonly userId: number;
}

const DRAWS = 5;

/** Must run in the caller's transaction. Without `prices` the tariff is created without prices. */
export async function createCustomer(
  ctx: Pick<Context, 'clock' | 'random'>,
  trx: Executor,
  customer: NewCustomer,
  prices: BandPrices | null = null,
): Promise<CreatedCustomer> {
  const now = ctx.clock.now();
  const groupId = randomId(ctx.random);
  const rateId = randomId(ctx.random);
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const customerId = randomId(ctx.random);
    if (!(await insertCustomer(trx, customerId, customer, now))) continue;
    await insertRootGroup(trx, customerId, groupId, customer.englishCode, now);
    await insertDefaultRate(trx, customerId, rateId, prices, now);
    return { customerId, groupId, rateId, userId: randomId(ctx.random) };
  }
  throw new Error(`No free customer id in ${DRAWS} draws.`);
}
