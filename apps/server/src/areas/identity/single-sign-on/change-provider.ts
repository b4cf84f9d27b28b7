/**
 * The settings of single sign-on of a customer, which a caller with every permission of an
 * administrator changes (`group-rows.ts`). The client secret is never returned, and is not sent to another provider than the one
 * for which it was entered.
 */
import { providerSettingsRefusal } from '@busbar/domain/access/single-sign-on/provider-settings';
import { LOG_MODULES, type LogCommand } from '@busbar/domain/audit/log-terms';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { secretsOf } from '../../shared/installation/sealed-secrets.ts';
import { lockSealing } from '../../shared/installation/stored-secret-queries.ts';
import { writeLog } from '../../shared/operation-log/write-log.ts';
import { readServerUrl } from '../../shared/outbound/guarded-fetch.ts';
import { plainText } from '../../shared/plain-text.ts';
import { lockRightsOf } from '../../shared/rights/caller-rights-queries.ts';
import { revokeKeysOf } from '../api-keys/revoke-keys.ts';
import { publishEnded } from '../sessions/session-service.ts';
import { checkRows, type GivenRow, settingsRefusal } from './group-rows.ts';
import {
  deleteProvider,
  findProvider,
  type GroupRow,
  listGroupRows,
  type Provider,
  writeGroupRows,
  writeProvider,
} from './provider-queries.ts';
import { deleteProviderSessions } from './provider-session-queries.ts';
import { firstRevision, newSignInKey } from './sign-in-key.ts';

export interface ProviderChange {
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  /** Empty to leave the stored secret unchanged. */
  readonly clientSecret: string;
  readonly groupClaim: string;
  readonly createsUsers: boolean;
  readonly allowsPasswords: boolean;
  readonly groups: readonly GivenRow[];
  /** Revision that was read; 0 if there was no provider. */
  readonly revision: number;
}

export interface ProviderSettings {
  readonly provider: Provider | undefined;
  readonly groups: readonly GroupRow[];
}

export async function readProviderSettings(
  ctx: Context,
  { customerId }: Caller,
): Promise<ProviderSettings> {
  const { db } = ctx.database;
  return {
    provider: await findProvider(db, secretsOf(ctx.config), customerId),
    groups: await listGroupRows(db, customerId),
  };
}

export async function changeProvider(
  ctx: Context,
  caller: Caller,
  given: ProviderChange,
): Promise<Outcome<undefined>> {
  const change = tidied(given);
  const fault = providerSettingsRefusal(change);
  if (fault !== undefined) return fault;
  const issuer = readServerUrl(change.issuer, ctx.config.outbound);
  if (!issuer.ok) return refused(issuer.refusal, 'issuer');
  return changing(ctx, caller, change.revision, async (trx, before) => {
    const { customerId } = caller;
    const clientSecret = change.clientSecret || storedSecret(change, before);
    if (clientSecret === undefined) return refused('sso-secret-required', 'clientSecret');
    const rows = await checkRows(trx, caller, change.groups);
    if (!rows.ok) return rows;
    const { groups: _, revision: __, ...settings } = change;
    const signInKey = before?.signInKey ?? newSignInKey(ctx.random);
    const stored = { ...settings, customerId, clientSecret, signInKey };
    await writeProvider(trx, secretsOf(ctx.config), stored, {
      firstRevision: firstRevision(ctx.random),
      now: ctx.clock.now(),
    });
    await writeGroupRows(trx, customerId, rows.value.rows);
    const isOther = before !== undefined && before.issuer !== change.issuer;
    const ended = isOther ? await deleteProviderSessions(trx, customerId) : [];
    const apiKeys = isOther ? await revokeProviderKeys(ctx, trx, caller) : 0;
    await log(ctx, trx, caller, 'change single sign-on', {
      before: before === undefined ? null : shown(before),
      after: { ...shown(stored), groups: rows.value.shown },
      newSecret: change.clientSecret !== '',
      ...{ sessions: ended.length, apiKeys },
    });
    return done(ended);
  });
}

export function removeProvider(
  ctx: Context,
  caller: Caller,
  revision: number,
): Promise<Outcome<undefined>> {
  return changing(ctx, caller, revision, async (trx, before) => {
    if (before === undefined) return refused('sso-not-configured');
    await deleteProvider(trx, caller.customerId);
    const ended = await deleteProviderSessions(trx, caller.customerId);
    const apiKeys = await revokeProviderKeys(ctx, trx, caller);
    const detail = { before: shown(before), sessions: ended.length, apiKeys };
    await log(ctx, trx, caller, 'delete single sign-on', detail);
    return done(ended);
  });
}

/** Users without a password can no longer sign in. */
const revokeProviderKeys = (ctx: Context, trx: Executor, caller: Caller): Promise<number> =>
  revokeKeysOf(trx, caller, 'without-password', ctx.clock.now());

/**
 * Runs `work` serialized with all changes of permissions, if the settings are those that were read,
 * and publishes the sessions that it ended.
 */
async function changing(
  ctx: Context,
  caller: Caller,
  revision: number,
  work: (trx: Executor, before: Provider | undefined) => Promise<Outcome<readonly Buffer[]>>,
): Promise<Outcome<undefined>> {
  const outcome = await ctx.database.transaction(
    async (trx): Promise<Outcome<readonly Buffer[]>> => {
      await lockSealing(trx);
      const lost = await lockRightsOf(trx, caller, ctx.clock.now());
      if (lost !== undefined) return refused(lost);
      // `lockRightsOf` has compared the permissions of the caller with the stored ones.
      const overreach = settingsRefusal(caller);
      if (overreach !== undefined) return refused(overreach);
      const before = await findProvider(trx, secretsOf(ctx.config), caller.customerId);
      if ((before?.revision ?? 0) !== revision) return refused('sso-changed', 'revision');
      return work(trx, before);
    },
  );
  if (!outcome.ok) return outcome;
  publishEnded(ctx, outcome.value);
  return done(undefined);
}

/** The stored secret belongs to its issuer and client; it is sent to no other. */
export function storedSecret(
  { issuer, clientId }: Pick<ProviderChange, 'issuer' | 'clientId'>,
  before: Provider | undefined,
): string | undefined {
  const isSame = before?.issuer === issuer && before.clientId === clientId;
  return isSame ? before.clientSecret : undefined;
}

function tidied(change: ProviderChange): ProviderChange {
  return {
    ...change,
    name: plainText(change.name),
    issuer: change.issuer.trim(),
    clientId: change.clientId.trim(),
    clientSecret: change.clientSecret.trim(),
    groupClaim: change.groupClaim.trim(),
    groups: change.groups.map((row) => ({ ...row, providerGroup: plainText(row.providerGroup) })),
  };
}

const shown = (of: Omit<Provider, 'revision' | 'clientSecret'>) => ({
  name: of.name,
  issuer: of.issuer,
  client: of.clientId,
  groupClaim: of.groupClaim,
  createsUsers: of.createsUsers,
  allowsPasswords: of.allowsPasswords,
});

const log = (
  ctx: Context,
  trx: Executor,
  caller: Caller,
  command: LogCommand,
  detail: Readonly<Record<string, unknown>>,
) => writeLog(trx, caller, { at: ctx.clock.now(), module: LOG_MODULES.users, command, detail });
