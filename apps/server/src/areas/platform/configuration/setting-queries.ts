/** Settings saved by the platform administrator, one row per section. */

import type { RetentionSetting, Section } from '@busbar/domain/configuration/sections';
import { sql } from 'kysely';
import type { Logo, SavedSettings, Settings } from '../../../config/settings-of-config.ts';
import { LOCKS } from '../../../storage/advisory-locks.ts';
import { instant, jsonb } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { waking } from '../../../wake-job.ts';
import { MAIL_PASSWORD } from '../../shared/installation/sealed-columns.ts';
import type { Secrets } from '../../shared/installation/sealed-secrets.ts';

export interface SettingRow {
  readonly section: Section;
  readonly value: unknown;
  readonly secret: string | null;
  readonly picture: Buffer | null;
  readonly pictureType: string | null;
  readonly changedAt: number;
}

const COLUMNS = [
  'section',
  'value',
  'secret',
  'picture',
  'picture_type as pictureType',
  'changed_at as changedAt',
] as const;

export function listSettings(db: Executor): Promise<SettingRow[]> {
  return db.selectFrom('platform_setting').select(COLUMNS).orderBy('section').execute();
}

/** Returns the save times of all sections, which suffice to detect a change. */
export async function settingTimes(db: Executor): Promise<string> {
  const rows = await db
    .selectFrom('platform_setting')
    .select(['section', 'changed_at as changedAt'])
    .orderBy('section')
    .execute();
  return JSON.stringify(rows.map(({ section, changedAt }) => [section, changedAt]));
}

/** Locks the row until the transaction ends. */
export function lockSetting(trx: Executor, section: Section): Promise<SettingRow | undefined> {
  return trx
    .selectFrom('platform_setting')
    .select(COLUMNS)
    .where('section', '=', section)
    .forUpdate()
    .executeTakeFirst();
}

export interface NewSetting {
  readonly value: unknown;
  /** Sealed. */
  readonly secret?: string | null;
  readonly logo?: Logo | undefined;
  readonly changedAt: number;
}

export async function saveSetting(
  trx: Executor,
  section: Section,
  { value, secret = null, logo, changedAt }: NewSetting,
): Promise<void> {
  const row = {
    value: jsonb(value),
    secret,
    picture: logo?.content ?? null,
    picture_type: logo?.contentType ?? null,
    changed_at: instant(changedAt),
  };
  await trx
    .insertInto('platform_setting')
    .values({ section, ...row })
    .onConflict((at) => at.column('section').doUpdateSet(row))
    .returning(waking('settings'))
    .execute();
}

export async function removeSetting(trx: Executor, section: Section): Promise<void> {
  await trx
    .deleteFrom('platform_setting')
    .where('section', '=', section)
    .returning(waking('settings'))
    .execute();
}

/** `fixed`: sections that only the environment may set. */
export function savedOf(
  rows: readonly SettingRow[],
  secrets: Secrets,
  fixed: ReadonlySet<Section>,
  usual: RetentionSetting,
): SavedSettings {
  const held = rows.filter(({ section }) => !fixed.has(section));
  const values = Object.fromEntries(held.map(({ section, value }) => [section, value]));
  const mail = held.find(({ section }) => section === 'mail');
  const brand = held.find(({ section }) => section === 'brand');
  // A section saved by an earlier release lacks the kinds of data that were added since.
  const retention = values['retention'] as Partial<RetentionSetting> | undefined;
  return {
    ...(values as Partial<Settings>),
    ...(retention && { retention: { ...usual, ...retention } }),
    mailPassword: mail?.secret ? secrets.open(MAIL_PASSWORD, mail.secret) : undefined,
    logo: logoOf(brand),
    changedAt: Object.fromEntries(held.map(({ section, changedAt }) => [section, changedAt])),
  };
}

export function logoOf(row: SettingRow | undefined): Logo | undefined {
  if (row === undefined || row.picture === null || row.pictureType === null) return undefined;
  return { content: row.picture, contentType: row.pictureType };
}

export async function lockConfiguration(trx: Executor): Promise<void> {
  // The row may not exist yet, so an advisory lock serializes two first changes.
  await sql`select pg_advisory_xact_lock(${sql.lit(LOCKS.configuration)}::bigint)`.execute(trx);
}
