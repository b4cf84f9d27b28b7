/** Customers with accounts that can sign in, created with the product's own functions. */
import type { Role } from '@busbar/domain/access/role';
import type { BandPrices } from '@busbar/domain/tariff/price';
import { insertAccount } from '../../../src/areas/identity/accounts/account-queries.ts';
import { hashPassword } from '../../../src/areas/identity/passwords/password-hash.ts';
import {
  type CreatedCustomer,
  createCustomer,
} from '../../../src/areas/identity/registration/create-customer.ts';
import {
  firstCurrencyId,
  firstZoneId,
} from '../../../src/areas/shared/reference/reference-queries.ts';
import type { Caller } from '../../../src/caller.ts';
import { randomId } from '../../../src/clock.ts';
import type { Context } from '../../../src/context.ts';

const TEN_YEARS_MS = 10 * 366 * 86_400_000;

export const PASSWORD = 'Correct-horse-9';
const passwordHash = hashPassword(PASSWORD);
const PRICES: BandPrices = { sharp: '1.25', peak: '1.04', offPeak: '0.65', valley: '0.26' };

export async function buildCustomer(
  ctx: Context,
  options: {
    readonly code?: string;
    readonly state?: 'pending' | 'active';
    /** Null if the tariff has no prices, like that of a new customer. */
    readonly prices?: BandPrices | null;
  } = {},
): Promise<CreatedCustomer> {
  const code = options.code ?? `C${randomId(ctx.random)}`;
  return ctx.database.transaction(async (trx) =>
    createCustomer(
      ctx,
      trx,
      {
        chineseCode: `客户${code}`,
        englishCode: code,
        contactUser: 'Contact',
        zoneId: await firstZoneId(trx),
        currencyId: await firstCurrencyId(trx),
        state: options.state ?? 'active',
      },
      options.prices === undefined ? PRICES : options.prices,
    ),
  );
}

export interface BuiltUser {
  readonly customerId: number;
  readonly userId: number;
  readonly userName: string;
}

export interface UserOptions {
  readonly role?: Role;
  readonly groupId?: number;
  readonly mustChangePassword?: boolean;
  readonly password?: string;
}

export async function buildUser(
  ctx: Context,
  customer: CreatedCustomer,
  options: UserOptions = {},
): Promise<BuiltUser> {
  const userId = randomId(ctx.random);
  const userName = `user.${userId}`;
  const hash =
    options.password === undefined ? await passwordHash : await hashPassword(options.password);
  await ctx.database.transaction((trx) =>
    insertAccount(trx, {
      customerId: customer.customerId,
      userId,
      groupId: options.groupId ?? customer.groupId,
      userName,
      passwordHash: hash!,
      role: options.role ?? 'operator',
      mustChangePassword: options.mustChangePassword ?? false,
      now: ctx.clock.now(),
    }),
  );
  return { customerId: customer.customerId, userId, userName };
}

/** Creates a subgroup of a group of the same customer. */
export async function buildGroup(
  ctx: Context,
  customer: Pick<CreatedCustomer, 'customerId' | 'groupId'>,
  name: string,
  parent: { readonly groupId: number; readonly path: readonly number[] } = {
    groupId: customer.groupId,
    path: [customer.groupId],
  },
): Promise<{ groupId: number; path: number[] }> {
  const groupId = randomId(ctx.random);
  const path = [...parent.path, groupId];
  await ctx.database.db
    .insertInto('user_group')
    .values({
      customer_id: customer.customerId,
      group_id: groupId,
      parent_id: parent.groupId,
      name,
      path,
      created_at: new Date(ctx.clock.now()),
    })
    .execute();
  return { groupId, path };
}

/** Creates a caller as the authentication does, for services called without a request. */
export async function buildCaller(
  ctx: Context,
  customer: CreatedCustomer,
  options: { readonly role?: Role; readonly groupId?: number } = {},
): Promise<Caller> {
  const { customerId, userId, userName } = await buildUser(ctx, customer, options);
  const tokenHash = ctx.random.bytes(32);
  // The session stays active however far a test advances the clock.
  const later = new Date(ctx.clock.now() + TEN_YEARS_MS);
  await ctx.database.db
    .insertInto('session')
    .values({
      token_hash: tokenHash,
      cookie_hash: null,
      customer_id: customerId,
      user_id: userId,
      created_at: new Date(ctx.clock.now()),
      last_used_at: later,
      expires_at: later,
      address: '127.0.0.1',
      client: 'test',
    })
    .execute();
  return {
    customerId,
    groupId: options.groupId ?? customer.groupId,
    isInRootGroup: (options.groupId ?? customer.groupId) === customer.groupId,
    userId,
    userName,
    role: options.role ?? 'operator',
    zone: 'Asia/Shanghai',
    mustChangePassword: false,
    tokenHash,
    address: '127.0.0.1',
  };
}
