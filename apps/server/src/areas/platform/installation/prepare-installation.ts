/**
 * Prepares everything required before the first request: the key of known browsers, the activation
 * password and the platform administrator. They are generated once, unless the environment contains
 * them.
 */
import type { Config } from '../../../config/config.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { StartError } from '../../../storage/start-error.ts';
import { insertAccount } from '../../identity/accounts/account-queries.ts';
import { renameAccount } from '../../identity/accounts/rename-account.ts';
import { verifyPassword } from '../../identity/passwords/password-hash.ts';
import { createCustomer } from '../../identity/registration/create-customer.ts';
import { publishEnded } from '../../identity/sessions/session-service.ts';
import {
  lockFirstStart,
  readSetting,
  writeSetting,
} from '../../shared/installation/installation-queries.ts';
import {
  readableSecret,
  type StoredSecret,
  storedSecret,
} from '../../shared/installation/stored-secret-files.ts';
import { firstCurrencyId, firstZoneId } from '../../shared/reference/reference-queries.ts';
import { randomSecret } from '../../shared/secrets/session-secret.ts';
import { applyGivenPassword, hashed, recordGivenPassword } from './given-password.ts';
import { prepareSecrets } from './prepare-secrets.ts';

/** Runs at every start, after migrations and reference data. */
export async function prepareInstallation(ctx: Context): Promise<void> {
  const ended = await ctx.database.transaction(async (trx) => {
    await lockFirstStart(trx);
    await prepareSecrets(ctx, trx);
    if ((await readSetting(trx, 'known_browser_key')) === undefined) {
      await writeSetting(trx, 'known_browser_key', randomSecret(ctx.random));
    }
    await prepareActivation(ctx, trx);
    return preparePlatformAdministrator(ctx, trx);
  });
  publishEnded(ctx, ended);
}

const generated = (ctx: Context, name: StoredSecret): string =>
  storedSecret(ctx.config.dataDir, name, () => readableSecret(ctx.random, 5));

async function prepareActivation(ctx: Context, trx: Executor): Promise<void> {
  const given = ctx.config.activationPassword;
  const stored = await readSetting(trx, 'activation_password_hash');
  if (stored !== undefined) {
    if (given === undefined || (await verifyPassword(stored, given))) return;
    ctx.log.info('the activation password was set from the environment');
  }
  const password = given ?? generated(ctx, 'activationPassword');
  await writeSetting(trx, 'activation_password_hash', await hashed(password));
}

/** Returns the sessions that a new password ended. */
async function preparePlatformAdministrator(ctx: Context, trx: Executor): Promise<Buffer[]> {
  const customerId = Number(await readSetting(trx, 'platform_customer_id'));
  const userId = Number(await readSetting(trx, 'platform_user_id'));
  if (!Number.isInteger(customerId)) {
    await createPlatformAdministrator(ctx, trx);
    return [];
  }
  const named = await renameAccount(trx, {
    customerId,
    userId,
    userName: ctx.config.platformAdmin,
  });
  if (!named) throw nameTaken(ctx.config);
  return applyGivenPassword(ctx, trx, customerId, userId);
}

const nameTaken = (config: Config): StartError =>
  new StartError(
    `PLATFORM_ADMIN "${config.platformAdmin}" is the account of a customer: choose another name.`,
  );

async function createPlatformAdministrator(ctx: Context, trx: Executor): Promise<void> {
  const now = ctx.clock.now();
  const { customerId, groupId, userId } = await createCustomer(ctx, trx, {
    chineseCode: '平台',
    englishCode: 'Platform',
    contactUser: ctx.config.platformAdmin,
    zoneId: await firstZoneId(trx),
    currencyId: await firstCurrencyId(trx),
    state: 'active',
  });
  const given = ctx.config.platformAdminPassword;
  const passwordHash = await hashed(given ?? generated(ctx, 'platformAdminPassword'));
  if (given !== undefined) await recordGivenPassword(trx, passwordHash);
  const created = await insertAccount(trx, {
    customerId,
    userId,
    groupId,
    userName: ctx.config.platformAdmin,
    passwordHash,
    role: 'platform',
    mustChangePassword: false,
    now,
  });
  if (!created) throw nameTaken(ctx.config);
  await writeSetting(trx, 'platform_customer_id', String(customerId));
  await writeSetting(trx, 'platform_user_id', String(userId));
}
