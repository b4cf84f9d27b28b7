/** Activates or rejects a pending customer; requires the activation password. */
import { may } from '@busbar/domain/access/permission';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { parseId } from '../../shared/identifier.ts';
import { readSetting } from '../../shared/installation/installation-queries.ts';
import {
  activationOfAddress,
  activationOfAll,
  activationOfUser,
} from '../guessing/throttle-buckets.ts';
import type { Place } from '../guessing/throttle-queries.ts';
import { guess } from '../passwords/guess.ts';
import { verifyPassword } from '../passwords/password-hash.ts';
import { deleteAccountNames, logSettlement, resolveCustomer } from './customer-queries.ts';

export interface Activation {
  readonly customerId: string | number;
  readonly password: string;
  /** False rejects the registration and releases its account name. */
  readonly accept: boolean;
  readonly clientAddress: string;
}

/**
 * Attempts of anonymous callers are limited per address and in total; those of a platform
 * administrator are counted separately.
 */
function placesOf(caller: Caller | undefined, clientAddress: string): Place[] {
  return caller !== undefined && may(caller, 'customer.manage')
    ? [activationOfUser(caller.customerId, caller.userId)]
    : [activationOfAll, activationOfAddress(clientAddress)];
}

/**
 * The password is checked first, so that a caller without it cannot find out whether an id belongs
 * to a pending customer.
 */
export async function activate(
  ctx: Context,
  caller: Caller | undefined,
  activation: Activation,
): Promise<Outcome<true>> {
  return withActivationPassword(ctx, caller, activation.password, activation.clientAddress, () =>
    settle(ctx, caller, activation),
  );
}

/** Runs `right` if the activation password is right; attempts are counted. */
export async function withActivationPassword<T>(
  ctx: Context,
  caller: Caller | undefined,
  password: string,
  clientAddress: string,
  right: () => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const hash = await readSetting(ctx.database.db, 'activation_password_hash');
  return guess(ctx, {
    places: placesOf(caller, clientAddress),
    validate: () => verifyPassword(hash, password),
    wrong: refused('activation-password-wrong'),
    right,
  });
}

async function settle(
  ctx: Context,
  caller: Caller | undefined,
  activation: Activation,
): Promise<Outcome<true>> {
  const customerId = parseId(activation.customerId);
  if (customerId === undefined) return refused('no-pending-account');
  const now = ctx.clock.now();
  const settled = await ctx.database.transaction(async (trx) => {
    const state = activation.accept ? 'active' : 'rejected';
    if (!(await resolveCustomer(trx, customerId, state, now))) return false;
    if (!activation.accept) await deleteAccountNames(trx, customerId);
    await logSettlement(trx, customerId, {
      at: now,
      command: activation.accept ? 'activate' : 'reject',
      userName: caller?.userName ?? '',
      clientAddress: activation.clientAddress,
    });
    return true;
  });
  return settled ? done(true) : refused('no-pending-account');
}
