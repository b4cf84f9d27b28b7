/**
 * Registers a new customer (docs/specification/accounts.md 3; docs/decisions.md 3), which is
 * pending until its activation. The initial password is shown once; only its hash is stored.
 */
import { may } from '@busbar/domain/access/permission';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { isMailAddress } from '../../messaging/notifications/mail-address.ts';
import { parseId } from '../../shared/identifier.ts';
import { readableSecret } from '../../shared/installation/stored-secret-files.ts';
import { plainText } from '../../shared/plain-text.ts';
import {
  currencyExists,
  firstCurrencyId,
  firstZoneId,
  zoneExists,
} from '../../shared/reference/reference-queries.ts';
import { randomSecret, sha256 } from '../../shared/secrets/session-secret.ts';
import { isForbiddenAccount, isWellFormedAccountName } from '../accounts/account-key.ts';
import { insertAccount } from '../accounts/account-queries.ts';
import { registrationOfAddress } from '../guessing/throttle-buckets.ts';
import { charge } from '../passwords/guess.ts';
import { hashGate } from '../passwords/hash-gate.ts';
import { hashPassword } from '../passwords/password-hash.ts';
import { createCustomer } from './create-customer.ts';
import {
  findPendingCustomerOfTicket,
  listPendingCustomers,
  type NewCustomer,
  type PendingCustomer,
} from './customer-queries.ts';

export const REGISTRATION_COOKIE = 'busbar_registration';
export const REGISTRATION_MAX_AGE_S = 7 * 86_400;

export interface Registration {
  readonly chineseCode: string;
  readonly englishCode: string;
  readonly account: string;
  readonly contactUser: string;
  readonly phone?: string | undefined;
  readonly email?: string | undefined;
  readonly address?: string | undefined;
  readonly useHttps?: boolean | undefined;
  readonly usePlatformApi?: boolean | undefined;
  readonly receiveUrl?: string | undefined;
  readonly zoneId?: string | number | undefined;
  readonly currencyId?: string | number | undefined;
  readonly mapType?: 'baidu' | 'google' | undefined;
  readonly clientAddress: string;
}

export interface Registered {
  readonly customerId: number;
  readonly initialPassword: string;
  /** Identifies this registration to `findPendingCustomers`; sent as a registration-flow cookie. */
  readonly ticket: string;
}

const REQUIRED = ['chineseCode', 'englishCode', 'account', 'contactUser'] as const;

/** Thrown to roll back the transaction if the name is taken. */
class NameTaken extends Error {}

export async function register(
  ctx: Context,
  registration: Registration,
): Promise<Outcome<Registered>> {
  for (const field of REQUIRED) {
    if (plainText(registration[field]) === '') return refused('info-required', field);
  }
  const customer = await readCustomer(ctx, registration);
  if (!customer.ok) return customer;
  const account = plainText(registration.account);
  if (!isWellFormedAccountName(account)) return refused('account-name-invalid', 'account');
  // Taken and reserved names return the same error (docs/promises.md T8).
  if (isForbiddenAccount(account)) return refused('account-taken', 'account');
  const places = [registrationOfAddress(registration.clientAddress)];
  if (hashGate.isFull() || !(await charge(ctx, places))) return refused('too-many-attempts');
  const initialPassword = readableSecret(ctx.random, 3);
  const passwordHash = await hashPassword(initialPassword);
  if (passwordHash === undefined) return refused('too-many-attempts');
  const ticket = randomSecret(ctx.random);
  const email = plainText(registration.email);
  try {
    const customerId = await ctx.database.transaction(async (trx) => {
      const { rateId, ...created } = await createCustomer(ctx, trx, {
        ...customer.value,
        ticketHash: sha256(ticket),
      });
      const named = await insertAccount(trx, {
        ...created,
        userName: account,
        passwordHash,
        role: 'admin',
        mustChangePassword: true,
        resetMail: isMailAddress(email) ? email : '',
        now: ctx.clock.now(),
      });
      if (!named) throw new NameTaken();
      return created.customerId;
    });
    return done({ customerId, initialPassword, ticket: `${customerId}.${ticket}` });
  } catch (error) {
    if (error instanceof NameTaken) return refused('account-taken', 'account');
    throw error;
  }
}

async function readCustomer(
  ctx: Context,
  registration: Registration,
): Promise<Outcome<NewCustomer>> {
  const { db } = ctx.database;
  const zoneId =
    registration.zoneId === undefined ? await firstZoneId(db) : parseId(registration.zoneId);
  if (zoneId === undefined || !(await zoneExists(db, zoneId))) {
    return refused('invalid-request', 'zoneId');
  }
  const currencyId =
    registration.currencyId === undefined
      ? await firstCurrencyId(db)
      : parseId(registration.currencyId);
  if (currencyId === undefined || !(await currencyExists(db, currencyId))) {
    return refused('invalid-request', 'currencyId');
  }
  const receiveUrl = plainText(registration.receiveUrl);
  if (receiveUrl !== '' && !isWebAddress(receiveUrl)) {
    return refused('invalid-request', 'receiveUrl');
  }
  return done({
    chineseCode: plainText(registration.chineseCode),
    englishCode: plainText(registration.englishCode),
    contactUser: plainText(registration.contactUser),
    phone: plainText(registration.phone),
    email: plainText(registration.email),
    address: plainText(registration.address),
    useHttps: registration.useHttps ?? false,
    usePlatformApi: registration.usePlatformApi ?? false,
    receiveUrl,
    zoneId,
    currencyId,
    mapType: registration.mapType ?? 'baidu',
    state: 'pending',
  });
}

/** Checks only the form; the target is checked when a request is sent to it. */
function isWebAddress(text: string): boolean {
  try {
    return ['http:', 'https:'].includes(new URL(text).protocol);
  } catch {
    // The URL constructor throws if the address is invalid.
    return false;
  }
}

/**
 * Returns all pending customers for a platform administrator, the caller's own customer inside the
 * registration flow, otherwise none (docs/decisions.md 3).
 */
export async function findPendingCustomers(
  ctx: Context,
  caller: Caller | undefined,
  ticket: string | undefined,
): Promise<PendingCustomer[]> {
  const { db } = ctx.database;
  const managesCustomers = caller !== undefined && may(caller, 'customer.manage');
  if (managesCustomers && !caller.mustChangePassword) return listPendingCustomers(db);
  const [, id, secret = ''] = /^([0-9]{1,10})\.([A-Za-z0-9_-]{43})$/.exec(ticket ?? '') ?? [];
  const customerId = parseId(id);
  if (customerId === undefined) return [];
  const own = await findPendingCustomerOfTicket(db, customerId, sha256(secret));
  return own === undefined ? [] : [own];
}
