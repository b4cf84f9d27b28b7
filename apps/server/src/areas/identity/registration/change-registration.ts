/**
 * Actions of platform administrators on a registration: activate, reject with a reason, expire,
 * reactivate, limit. Each action writes an audit event for the customer and one for the platform.
 */
import { languagesRefusal } from '@busbar/domain/access/customer-limits';
import { LOG_MODULES } from '@busbar/domain/audit/log-words';
import type { NotificationLanguage } from '@busbar/domain/notification/channel';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import { sql } from 'kysely';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { parseId } from '../../shared/identifier.ts';
import { writeAuditEvent } from '../../shared/operation-log/write-log.ts';
import { plainText } from '../../shared/plain-text.ts';
import { currencyExists, zoneExists } from '../../shared/reference/reference-queries.ts';
import { accountKey } from '../accounts/account-key.ts';
import { withActivationPassword } from './activation-service.ts';
import { deleteAccountNames, logSettlement } from './customer-queries.ts';
import { holdRegistration, type Registration } from './registration-list.ts';

export interface Decision {
  readonly password: string;
  /** Only for a rejection. */
  readonly reason?: string;
  /** Only for an activation: epoch ms, null for never; absent leaves it unchanged. */
  readonly expiresAt?: number | null | undefined;
}

/** Another customer has taken one of its account names. */
class NameTaken extends Error {}

type Deed = 'activate' | 'reject' | 'change registration';

/** Runs `work` while the registration is locked against concurrent changes. */
async function holding(
  ctx: Context,
  caller: Caller,
  id: string,
  work: (trx: Executor, held: Registration) => Promise<Outcome<undefined>>,
): Promise<Outcome<undefined>> {
  const customerId = parseId(id);
  if (customerId === undefined) return refused('not-found');
  return ctx.database.transaction(async (trx) => {
    const held = await holdRegistration(trx, caller.customerId, customerId, ctx.clock.now());
    return held === undefined ? refused('not-found') : work(trx, held);
  });
}

/** Activates a pending registration, or reactivates a rejected or expired one. */
export async function activateRegistration(
  ctx: Context,
  caller: Caller,
  id: string,
  { password, expiresAt: given }: Decision,
): Promise<Outcome<undefined>> {
  const change = () =>
    holding(ctx, caller, id, async (trx, held) => {
      if (held.state === 'active') return refused('no-pending-account');
      const now = ctx.clock.now();
      const expiresAt = given === undefined ? held.expiresAt : given;
      if (expiresAt !== null && expiresAt <= now) return refused('expiry-invalid', 'expiresAt');
      if (held.state === 'rejected') await takeNamesBack(trx, held.customerId);
      await trx
        .updateTable('customer')
        .set({
          state: 'active',
          activated_at: instant(held.activatedAt ?? now),
          expires_at: expiresAt === null ? null : instant(expiresAt),
          rejected_reason: '',
          registration_ticket_hash: null,
          version: held.version + 1,
        })
        .where('customer_id', '=', held.customerId)
        .execute();
      await logBoth(ctx, trx, caller, held, 'activate', { before: held.state, expiresAt });
      return done(undefined);
    });
  try {
    return await withActivationPassword(ctx, caller, password, caller.address, change);
  } catch (error) {
    if (error instanceof NameTaken) return refused('account-taken');
    throw error;
  }
}

/** Its account names were released when it was rejected. */
async function takeNamesBack(trx: Executor, customerId: number): Promise<void> {
  const accounts = await trx
    .selectFrom('user_account')
    .select(['user_id', 'user_name'])
    .where('customer_id', '=', customerId)
    .execute();
  for (const { user_id, user_name } of accounts) {
    const row = await trx
      .insertInto('account_name')
      .values({ account_key: accountKey(user_name), customer_id: customerId, user_id })
      .onConflict((oc) => oc.column('account_key').doNothing())
      .returning('user_id')
      .executeTakeFirst();
    if (row === undefined) throw new NameTaken();
  }
}

export async function rejectRegistration(
  ctx: Context,
  caller: Caller,
  id: string,
  { password, reason: given }: Decision,
): Promise<Outcome<undefined>> {
  const reason = plainText(given);
  if (reason === '') return refused('info-required', 'reason');
  return withActivationPassword(ctx, caller, password, caller.address, () =>
    holding(ctx, caller, id, async (trx, held) => {
      if (held.state !== 'pending') return refused('no-pending-account');
      await trx
        .updateTable('customer')
        .set({
          state: 'rejected',
          rejected_reason: reason,
          registration_ticket_hash: null,
          version: held.version + 1,
        })
        .where('customer_id', '=', held.customerId)
        .execute();
      await deleteAccountNames(trx, held.customerId);
      await logBoth(ctx, trx, caller, held, 'reject', { reason });
      return done(undefined);
    }),
  );
}

export interface RegistrationChange {
  /** The version that was read; the second of two concurrent changes is refused. */
  readonly version: number;
  readonly expiresAt: number | null;
  readonly zoneId: string | number;
  readonly currencyId: string | number;
  readonly mapType: 'baidu' | 'google';
  readonly mostDevices: number | null;
  readonly mostUsers: number | null;
  /** Absent leaves the limit unchanged. */
  readonly mostMessages?: number | null | undefined;
  readonly languages?: readonly string[] | undefined;
}

export function changeRegistration(
  ctx: Context,
  caller: Caller,
  id: string,
  change: RegistrationChange,
): Promise<Outcome<undefined>> {
  return holding(ctx, caller, id, async (trx, held) => {
    if (held.version !== change.version) return refused('registration-changed', 'version');
    const zoneId = parseId(change.zoneId);
    if (zoneId === undefined || !(await zoneExists(trx, zoneId))) {
      return refused('invalid-request', 'zoneId');
    }
    const currencyId = parseId(change.currencyId);
    if (currencyId === undefined || !(await currencyExists(trx, currencyId))) {
      return refused('invalid-request', 'currencyId');
    }
    if (zoneId !== held.zoneId && (await countsDays(trx, held.customerId))) {
      return refused('customer-zone-fixed', 'zoneId');
    }
    if (currencyId !== held.currencyId && (await countsMoney(trx, held.customerId))) {
      return refused('customer-currency-fixed', 'currencyId');
    }
    const { expiresAt, mapType, mostDevices, mostUsers } = change;
    const mostMessages =
      change.mostMessages === undefined ? held.mostMessages : change.mostMessages;
    const why = change.languages && languagesRefusal(change.languages);
    if (why !== undefined) return refused(why, 'languages');
    const languages = (change.languages as NotificationLanguage[] | undefined) ?? held.languages;
    await trx
      .updateTable('customer')
      .set({
        expires_at: expiresAt === null ? null : instant(expiresAt),
        zone_id: zoneId,
        currency_id: currencyId,
        map_type: mapType,
        most_devices: mostDevices,
        most_users: mostUsers,
        most_messages: mostMessages,
        languages: [...languages],
        version: held.version + 1,
      })
      .where('customer_id', '=', held.customerId)
      .execute();
    const limits = { mostDevices, mostUsers, mostMessages, languages };
    const after = { expiresAt, zoneId, currencyId, mapType, ...limits };
    await logBoth(ctx, trx, caller, held, 'change registration', {
      before: settingsOf(held),
      after,
    });
    return done(undefined);
  });
}

const settingsOf = (held: Registration) => ({
  expiresAt: held.expiresAt,
  zoneId: held.zoneId,
  currencyId: held.currencyId,
  mapType: held.mapType,
  mostDevices: held.mostDevices,
  mostUsers: held.mostUsers,
  mostMessages: held.mostMessages,
  languages: held.languages,
});

/**
 * Returns true if the time zone can no longer change. Days, months, bills, timers and scheduled
 * reports are stored by the zone of the day they were created in. From the first device, report or
 * closed period on, a new zone would change all of them.
 */
async function countsDays(trx: Executor, customerId: number): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`
    select exists (select from device where customer_id = ${customerId})
      or exists (select from settlement_period where customer_id = ${customerId})
      or exists (select from report_schedule where customer_id = ${customerId}) as any`.execute(
    trx,
  );
  return rows[0]?.any === true;
}

/**
 * Returns true if the currency can no longer change. Fees and bills are amounts in the customer's
 * currency and do not store it, so another currency would turn the same figures into different
 * bills. Days without a price can still be priced.
 */
async function countsMoney(trx: Executor, customerId: number): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`
    select exists (select from settlement_period where customer_id = ${customerId})
      or exists (select from energy_day where customer_id = ${customerId}
        and (fee_sharp <> 0 or fee_peak <> 0 or fee_off_peak <> 0 or fee_valley <> 0)) as any`.execute(
    trx,
  );
  return rows[0]?.any === true;
}

async function logBoth(
  ctx: Context,
  trx: Executor,
  caller: Caller,
  { customerId, englishCode }: Registration,
  command: Deed,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  const at = ctx.clock.now();
  const { userName, address: clientAddress } = caller;
  await logSettlement(trx, customerId, { at, command, userName, clientAddress, detail });
  const customer = { id: customerId, name: englishCode };
  await writeAuditEvent(trx, caller, {
    at,
    module: LOG_MODULES.registration,
    command,
    detail: { customer, ...detail },
  });
}
