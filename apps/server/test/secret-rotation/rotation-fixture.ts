/** Every kind of secret of a customer, sealed with the key before or after its replacement. */
import { sql } from 'kysely';
import { saveMeterAccess } from '../../src/areas/fleet/serial-lines/meter-switching-queries.ts';
import { passwordOf } from '../../src/areas/fleet/serial-lines/save-switching.ts';
import { checkCodeOrRecovery } from '../../src/areas/identity/second-factor/check-code.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
} from '../../src/areas/identity/second-factor/second-factor-service.ts';
import {
  findProvider,
  writeProvider,
} from '../../src/areas/identity/single-sign-on/provider-queries.ts';
import {
  readForwarding,
  writeForwarding,
} from '../../src/areas/messaging/forwarding/forwarding-queries.ts';
import { changeConfiguration } from '../../src/areas/platform/configuration/configuration-service.ts';
import { listSettings, savedOf } from '../../src/areas/platform/configuration/setting-queries.ts';
import { writeSetting } from '../../src/areas/shared/installation/installation-queries.ts';
import {
  factorOf,
  idTokenOf,
  meterPasswordOf,
  SEALED_COLUMNS,
  SECRET_KINDS,
} from '../../src/areas/shared/installation/sealed-columns.ts';
import {
  createSecrets,
  isSealed,
  keyIdOf,
  secretsOf,
} from '../../src/areas/shared/installation/sealed-secrets.ts';
import {
  listStoredSecrets,
  lockSealing,
} from '../../src/areas/shared/installation/stored-secret-queries.ts';
import type { Caller } from '../../src/caller.ts';
import type { Context } from '../../src/context.ts';
import type { Executor } from '../../src/storage/database.ts';
import { codeShown } from '../support/authenticator.ts';
import type { TestDatabase } from '../support/databases.ts';
import { buildCaller, buildCustomer, PASSWORD } from '../support/factories/customer.ts';
import { buildSerialLine } from '../support/factories/serial-line.ts';
import type { Tenant } from '../support/factories/tenant.ts';

const SPAN_MS = 30_000;

export const OLD = Buffer.alloc(32, 1);
export const NEW = Buffer.alloc(32, 2);
export const OTHER = Buffer.alloc(32, 3);
const text = (key: Buffer): string => key.toString('base64');

export const OLD_ONLY = { SECRETS_KEY: text(OLD) };
export const NEW_ONLY = { SECRETS_KEY: text(NEW) };
export const BOTH = { SECRETS_KEY: text(NEW), SECRETS_KEY_FORMER: text(OLD) };

export interface StoredKinds {
  readonly caller: Caller;
  readonly factorKey: string;
  readonly signingSecret: string;
  readonly meterPassword: string;
  readonly mailPassword: string;
  readonly clientSecret: string;
  readonly meterId: number;
}

export interface TimedContext extends Context {
  readonly clock: Context['clock'] & { advance(ms: number): void };
}

/** Enters one secret of each kind; `mail` is entered at the version `mailReadAt` of the section. */
export async function enterSecrets(
  ctx: TimedContext,
  tenant: Tenant,
  label: string,
  mailReadAt: number,
): Promise<StoredKinds & { readonly mailChangedAt: number }> {
  const customer = await buildCustomer(ctx);
  const caller = await buildCaller(ctx, customer);
  const begun = await beginSecondFactor(ctx, caller, PASSWORD);
  if (!begun.ok) throw new Error(begun.refusal);
  const { key } = begun.value;
  const confirmed = await confirmSecondFactor(ctx, caller, codeShown(key, ctx.clock.now()));
  if (!confirmed.ok) throw new Error(confirmed.refusal);
  const signingSecret = `bws_${label}`;
  const mailPassword = `mail-${label}`;
  await ctx.database.transaction(async (trx) => {
    await lockSealing(trx);
    const state = { enabled: true, secret: signingSecret, secretChangedAt: ctx.clock.now() };
    const { customerId } = customer;
    await writeForwarding(trx, secretsOf(ctx.config), customerId, state, ctx.clock.now());
  });
  const clientSecret = `client-${label}`;
  await enterProvider(ctx, caller, clientSecret);
  const meterId = await enterMeterPassword(ctx, tenant, `pw-${label}`);
  const mail = { host: '127.0.0.1', port: 25, tls: false, user: 'a', from: 'a@b.org' };
  const draft = { section: 'mail', value: mail, password: mailPassword } as const;
  const changed = await changeConfiguration(ctx, caller, draft, mailReadAt);
  if (!changed.ok) throw new Error(changed.refusal);
  const meterPassword = `pw-${label}`;
  const secrets = { factorKey: key, signingSecret, meterPassword, mailPassword, clientSecret };
  return { caller, meterId, ...secrets, mailChangedAt: changed.value.changedAt };
}

/** Also stores an ID token of the caller's session, which a rotation removes. */
async function enterProvider(ctx: Context, caller: Caller, clientSecret: string): Promise<void> {
  const { customerId, userId } = caller;
  const secrets = secretsOf(ctx.config);
  const provider = {
    ...{ customerId, clientSecret, signInKey: 'sign-in', name: 'Provider' },
    ...{ issuer: 'https://id.example.org', clientId: 'busbar', groupClaim: 'groups' },
    ...{ createsUsers: true, allowsPasswords: true },
  };
  await ctx.database.transaction(async (trx) => {
    await lockSealing(trx);
    await writeProvider(trx, secrets, provider, { firstRevision: 1, now: ctx.clock.now() });
    await trx
      .updateTable('session')
      .set({ id_token: secrets.seal(idTokenOf(customerId, userId), 'token') })
      .where('token_hash', '=', caller.tokenHash)
      .execute();
  });
}

async function enterMeterPassword(ctx: Context, tenant: Tenant, password: string): Promise<number> {
  const dtu = await buildSerialLine(ctx.database, tenant, { meters: [{ station: '1' }] });
  const deviceId = dtu.slaveIds.get(1)!;
  const { customerId } = tenant;
  await ctx.database.transaction(async (trx) => {
    await lockSealing(trx);
    const sealedPassword = secretsOf(ctx.config).seal(
      meterPasswordOf(customerId, deviceId),
      password,
    );
    const access = {
      level: 2,
      sealedPassword,
      operatorCode: '00000001',
      closeMode: 'close',
    } as const;
    await saveMeterAccess(trx, { customerId, deviceId }, access);
  });
  return deviceId;
}

/** What a process reads of the secrets; a code of the second factor is used. */
export async function readSecrets(
  ctx: TimedContext,
  tenant: Tenant,
  { caller, factorKey, meterId }: StoredKinds,
) {
  const { db } = ctx.database;
  ctx.clock.advance(2 * SPAN_MS);
  const now = ctx.clock.now();
  const forwarding = await readForwarding(db, secretsOf(ctx.config), caller.customerId);
  const { rows } = await sql<{ password: string }>`select password from line_meter
    where customer_id = ${tenant.customerId} and device_id = ${meterId}`.execute(db);
  const access = {
    level: 2,
    sealedPassword: rows[0]!.password,
    operatorCode: '00000001',
    closeMode: 'close',
  } as const;
  const provider = await findProvider(db, secretsOf(ctx.config), caller.customerId);
  const saved = savedOf(
    await listSettings(db),
    secretsOf(ctx.config),
    new Set(),
    ctx.config.retention,
  );
  return {
    isCodeRight: await checkCodeOrRecovery(ctx, caller, codeShown(factorKey, now), now),
    signingSecret: forwarding.secret,
    meterPassword: passwordOf(ctx, tenant.customerId, { deviceId: meterId, access }),
    mailPassword: saved.mailPassword,
    clientSecret: provider?.clientSecret,
  };
}

export const expected = ({
  signingSecret,
  meterPassword,
  mailPassword,
  clientSecret,
}: StoredKinds) => ({
  isCodeRight: true,
  signingSecret,
  meterPassword,
  mailPassword,
  clientSecret,
});

/** Number of stored secrets by the key that can read them. */
export async function countByKey(db: Executor): Promise<Record<'old' | 'new' | 'clear', number>> {
  const counts = { old: 0, new: 0, clear: 0 };
  const [withOld, withNew] = [createSecrets(OLD), createSecrets(NEW)];
  for (const kind of SECRET_KINDS) {
    for (const { row, stored } of await listStoredSecrets(db, SEALED_COLUMNS[kind], 100_000)) {
      if (!isSealed(stored)) counts.clear += 1;
      else if (withNew.open(row, stored) !== undefined) counts.new += 1;
      else if (withOld.open(row, stored) !== undefined) counts.old += 1;
    }
  }
  return counts;
}

/** Stores keys of second factors that are sealed with the old key, and the key's identifier. */
export async function sowFactors(
  database: TestDatabase,
  { customerId, groupId }: Tenant,
  count: number,
): Promise<void> {
  const secrets = createSecrets(OLD);
  const ids = Array.from({ length: count }, (_, index) => 300_000_000 + index);
  const forms = ids.map((id) =>
    Buffer.from(secrets.seal(factorOf(customerId, id), `secret of ${id}`)),
  );
  await sql`insert into user_account (customer_id, user_id, group_id, user_name, password_hash, role,
      created_at, password_changed_at)
    select ${customerId}::int4, id, ${groupId}::int4, 'user ' || id, 'none', 'viewer', now(), now()
    from unnest(${ids}::int4[]) id`.execute(database.db);
  await sql`insert into second_factor (customer_id, user_id, secret, begun_at, confirmed_at)
    select ${customerId}::int4, id, form, now(), now()
    from unnest(${ids}::int4[], ${forms}::bytea[]) as sown (id, form)`.execute(database.db);
  await writeSetting(database.db, 'secrets_key_id', keyIdOf(OLD));
}
