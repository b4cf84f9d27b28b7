/**
 * Counters of failed attempts, stored in the database so that a restart resets none of them
 * (docs/promises.md T6).
 *
 * An attempt is counted before it is checked: a single statement reserves or refuses it, so
 * concurrent attempts cannot exceed the limit. An attempt that succeeds, or that is never checked,
 * releases its reservation. Only failures cause the growing delay, so a program that signs in ten
 * times at once with the right password is not slowed down.
 *
 * The count restarts after a quiet period without a checked failure, not after a fixed window, so
 * no period of that length ever contains more failures than the limit. Refused attempts do not
 * count, so further attempts by others do not extend a lockout.
 */

import type { Executor } from '../../../storage/database.ts';
import { DAY, type Limit, type Place, takePlace } from './throttle-queries.ts';

const MINUTE = 60_000;

/**
 * docs/promises.md T6: at most 100 guesses in 30 days, 80 from anywhere and 20 reserved for a
 * browser the owner has used.
 */
export const LOGIN_OF_ACCOUNT: Limit = { failures: 80, quietMs: 30 * DAY, delayFrom: 5 };

export const LOGIN_OF_KNOWN_BROWSER: Limit = { failures: 20, quietMs: 30 * DAY, delayFrom: 5 };

export const LOGIN_OF_ADDRESS: Limit = { failures: 20, quietMs: 60 * MINUTE };

/**
 * Applies to entering the old password or confirming the password, and limits the guesses of a
 * person with a stolen session.
 */
export const OWN_PASSWORD: Limit = { failures: 20, quietMs: 30 * DAY, delayFrom: 5 };

/** Three in a million codes are valid: 20 guesses have almost no chance (docs/promises.md T6). */
export const SECOND_FACTOR: Limit = { failures: 20, quietMs: 30 * DAY, delayFrom: 5 };

/** Recovery codes have 74 bits, so the limit only saves work and must not lock the owner out. */
export const RECOVERY_CODE: Limit = { failures: 20, quietMs: 60 * MINUTE };

export const ACTIVATION_OF_ADDRESS: Limit = { failures: 5, quietMs: 15 * MINUTE };

export const ACTIVATION_OF_ALL: Limit = { failures: 20, quietMs: DAY };

/** Every registration counts, so that neither names nor customers can be created in bulk. */
export const REGISTRATION_OF_ADDRESS: Limit = { failures: 30, quietMs: 60 * MINUTE };

/** Users of an office share an address; a completed sign-in does not count. */
export const SSO_OF_ADDRESS: Limit = { failures: 100, quietMs: 60 * MINUTE };

/** Refused logout tokens, each of which may send a request to the provider. */
export const SSO_LOGOUT_OF_ADDRESS: Limit = { failures: 60, quietMs: 60 * MINUTE };

/** Audit events of refused sign-ins. Beyond it they are not recorded, but still refused. */
export const SSO_REFUSALS_OF_CUSTOMER: Limit = { failures: 100, quietMs: 60 * MINUTE };

export const SSO_REFUSALS_OF_ADDRESS: Limit = { failures: 20, quietMs: 60 * MINUTE };

export const SSO_TEST: Limit = { failures: 30, quietMs: 10 * MINUTE };

/** Requests of a link for a new password, each of which may send a mail. */
export const FORGOTTEN_OF_ADDRESS: Limit = { failures: 10, quietMs: 60 * MINUTE };

export const FORGOTTEN_OF_ACCOUNT: Limit = { failures: 3, quietMs: 60 * MINUTE };

/**
 * Reserves an attempt in every bucket or in none. Must run in a transaction that is rolled back if
 * the result is false. All callers pass the buckets in the same order, broadest first.
 */
export async function takePlaces(
  trx: Executor,
  places: readonly Place[],
  now: number,
): Promise<boolean> {
  for (const place of places) {
    if (!(await takePlace(trx, place, now))) return false;
  }
  return true;
}
