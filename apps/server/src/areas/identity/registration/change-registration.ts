/**
 * Actions of platform administrators on a registration: activate, reject with a reason, expire,
 * reactivate, limit. Each action writes an audit event for the customer and one for the platform.
 */

import { languagesRefusal } from '@busbar/domain/access/customer-limits';
import { LOG_MODULES } from '@busbar/domain/audit/log-terms';
import type { NotificationLanguage } from '@busbar/domain/notification/channel';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { parseId } from '../../shared/identifier.ts';
import { writeLog } from '../../shared/operation-log/write-log.ts';
import { plainText } from '../../shared/plain-text.ts';
import { currencyExists, zoneExists } from '../../shared/reference/reference-queries.ts';
import { withActivationPassword } from './activation-service.ts';
import { deleteAccountNames, logSettlement } from './customer-queries.ts';
import {
  activateCustomer,
  countsDays,
  countsMoney,
  lockRegistration,
  NameTaken,
  type Registration,
  rejectCustomer,
  takeNamesBack,
  updateSettings,
} from './registration-queries.ts';

export interface Decision {
  readonly password: string;
  /** Used for a rejection only. */
  readonly reason?: string;
  /** Used for an activation only: epoch ms, null for never; absent leaves it unchanged. */
  readonly expiresAt?: number | null | undefined;
}

type RegistrationAction = 'activate' | 'reject' | 'change registration';

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
    const held = await lockRegistration(trx, caller.customerId, customerId, ctx.clock.now());
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
      await activateCustomer(trx, held, expiresAt, now);
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
      await rejectCustomer(trx, held, reason);
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
    const refusal = change.languages && languagesRefusal(change.languages);
    if (refusal !== undefined) return refused(refusal, 'languages');
    const languages = (change.languages as NotificationLanguage[] | undefined) ?? held.languages;
    await updateSettings(trx, held, {
      expiresAt,
      zoneId,
      currencyId,
      mapType,
      mostDevices,
      mostUsers,
      mostMessages,
      languages,
    });
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

async function logBoth(
  ctx: Context,
  trx: Executor,
  caller: Caller,
  { customerId, englishCode }: Registration,
  command: RegistrationAction,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  const at = ctx.clock.now();
  const { userName, address: clientAddress } = caller;
  await logSettlement(trx, customerId, { at, command, userName, clientAddress, detail });
  const customer = { id: customerId, name: englishCode };
  await writeLog(trx, caller, {
    at,
    module: LOG_MODULES.registration,
    command,
    detail: { customer, ...detail },
  });
}
