/** The platform configuration for the settings page: read without secrets, changed by section. */

import { LOG_MODULES } from '@busbar/domain/audit/log-terms';
import {
  brandRefusal,
  LIMIT_BOUNDS,
  MAX_LOGO_BYTES,
  MAX_LOGO_SIDE,
  type MailSetting,
  mailRefusal,
  mapsRefusal,
  numbersRefusal,
  RETENTION_BOUNDS,
  type RetentionSetting,
  SECTIONS,
  type Section,
  shortened,
} from '@busbar/domain/configuration/sections';
import { cleanPicture } from '@busbar/domain/photo/clean-picture';
import { done, type Outcome, type Refused, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import { uuidV7 } from '../../../clock.ts';
import {
  type Logo,
  passwordOf,
  type Settings,
  settingsOf,
} from '../../../config/settings-of-config.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { mailSender } from '../../messaging/notifications/mail-sender.ts';
import { MAIL_PASSWORD } from '../../shared/installation/sealed-columns.ts';
import { secretsOf } from '../../shared/installation/sealed-secrets.ts';
import { lockSealing } from '../../shared/installation/stored-secret-queries.ts';
import { writeLog } from '../../shared/operation-log/write-log.ts';
import { plainText } from '../../shared/plain-text.ts';
import { readSettings } from './follow-settings.ts';
import { environmentOf, savedIn } from './live-config.ts';
import {
  lockConfiguration,
  lockSetting,
  logoOf,
  removeSetting,
  type SettingRow,
  saveSetting,
} from './setting-queries.ts';

/** fixed: set by the environment and not editable here. */
export type Source = 'saved' | 'environment' | 'fixed';

export interface FoundSection<S extends Section> {
  readonly value: Settings[S];
  /** The value that applies if nothing is saved. */
  readonly standard: Settings[S];
  readonly source: Source;
  /** Epoch ms; 0 if nothing was saved. */
  readonly changedAt: number;
}

export type FoundConfiguration = { readonly [S in Section]: FoundSection<S> } & {
  readonly hasMailPassword: boolean;
  readonly hasLogo: boolean;
};

/** Returns the configuration in effect in this process. */
export function findConfiguration({ config }: Context): FoundConfiguration {
  const standard = settingsOf(environmentOf(config));
  const saved = savedIn(config);
  const sections = Object.fromEntries(
    SECTIONS.map((section) => [
      section,
      {
        value: saved[section] ?? standard[section],
        standard: standard[section],
        source: sourceOf(config.fixedSettings, section, saved.changedAt[section]),
        changedAt: saved.changedAt[section] ?? 0,
      },
    ]),
  ) as unknown as { readonly [S in Section]: FoundSection<S> };
  return {
    ...sections,
    hasMailPassword: passwordOf(config) !== '',
    hasLogo: saved.logo !== undefined,
  };
}

function sourceOf(fixed: ReadonlySet<Section>, section: Section, savedAt?: number): Source {
  if (fixed.has(section)) return 'fixed';
  return savedAt === undefined ? 'environment' : 'saved';
}

/** The new content of a section. */
export type Draft = {
  readonly [S in Section]: {
    readonly section: S;
    readonly value: Settings[S];
    /** Mail only: undefined leaves the password unchanged, an empty string removes it. */
    readonly password?: string | undefined;
    /** Brand only: undefined leaves the logo unchanged, null removes it. */
    readonly logo?: Buffer | null | undefined;
    /** Retention only: true if the user has seen which data will be purged. */
    readonly confirmed?: boolean | undefined;
  };
}[Section];

export async function changeConfiguration(
  ctx: Context,
  caller: Caller,
  given: Draft,
  readAt: number,
): Promise<Outcome<{ changedAt: number }>> {
  const draft = cleaned(given);
  const { section } = draft;
  const changed = await changing(ctx, section, readAt, async (trx, row) => {
    const refusal = sectionRefusal(ctx, draft);
    if (refusal !== undefined) return refusal;
    const logo = logoFrom(draft, row);
    if (!logo.ok) return logo;
    const secret =
      section === 'mail' ? passwordFrom(ctx, draft.value as MailSetting, draft.password) : done('');
    if (!secret.ok) return secret;
    // Keeps the timestamps of two changes within one millisecond distinct.
    const changedAt = Math.max(ctx.clock.now(), readAt + 1);
    await saveSetting(trx, section, {
      value: draft.value,
      secret: section === 'mail' ? sealedPassword(ctx, secret.value) : null,
      logo: logo.value,
      changedAt,
    });
    await log(ctx, trx, caller, 'change configuration', section, {
      before: shown(section, findConfiguration(ctx)[section].value),
      after: shown(section, draft.value),
      ...(draft.password === undefined ? {} : { changed: ['password'] }),
      ...(draft.logo === undefined ? {} : { changed: ['logo'] }),
    });
    return done({ changedAt });
  });
  if (changed.ok) await readSettings(ctx);
  return changed;
}

/** Removes the saved section, so the environment applies again. */
export async function resetConfiguration(
  ctx: Context,
  caller: Caller,
  section: Section,
  readAt: number,
  confirmed: boolean,
): Promise<Outcome<undefined>> {
  const reset = await changing(ctx, section, readAt, async (trx) => {
    const { value, standard } = findConfiguration(ctx)[section];
    if (section === 'retention' && !confirmed && isShortened(value, standard)) {
      return refused('confirmation-required', 'confirmed');
    }
    await removeSetting(trx, section);
    await log(ctx, trx, caller, 'reset configuration', section, {
      before: shown(section, value),
      after: shown(section, standard),
    });
    return done(undefined);
  });
  if (reset.ok) await readSettings(ctx);
  return reset;
}

/** Sends a mail with the current configuration. Returns the error code, or null if it was sent. */
export async function testMail(
  ctx: Context,
  caller: Caller,
  to: string,
): Promise<Outcome<{ error: string | null }>> {
  const address = to.trim();
  if (!/^[^\s<>@,;]+@[^\s<>@,;]+$/.test(address)) return refused('mail-address-invalid', 'to');
  const sent = await mailSender.sendNow(ctx, `test.${uuidV7(ctx.clock, ctx.random)}`, {
    to: address,
    language: 'en',
    subject: `${findConfiguration(ctx).brand.value.name}: test mail`,
    text: 'The mail settings of the platform work.',
  });
  const error = sent.ok ? null : (sent.error ?? 'mail-refused');
  await log(ctx, ctx.database.db, caller, 'test mail', 'mail', { to: address, error });
  return done({ error });
}

async function changing<T>(
  ctx: Context,
  section: Section,
  readAt: number,
  work: (trx: Executor, row: SettingRow | undefined) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  if (ctx.config.fixedSettings.has(section)) return refused('setting-fixed');
  // Another process may have saved since this process last read the settings.
  await readSettings(ctx);
  return ctx.database.transaction(async (trx) => {
    await lockSealing(trx);
    await lockConfiguration(trx);
    const row = await lockSetting(trx, section);
    if ((row?.changedAt ?? 0) !== readAt) return refused('setting-changed', 'changedAt');
    return work(trx, row);
  });
}

function cleaned(draft: Draft): Draft {
  const text = (value: unknown) => (typeof value === 'string' ? plainText(value) : value);
  const value = Object.fromEntries(
    Object.entries(draft.value).map(([name, one]) => [name, text(one)]),
  );
  return { ...draft, value } as unknown as Draft;
}

function sectionRefusal(ctx: Context, draft: Draft): Refused | undefined {
  switch (draft.section) {
    case 'mail':
      return mailRefusal(draft.value);
    case 'maps':
      return mapsRefusal(draft.value);
    case 'limits':
      return numbersRefusal(draft.value, LIMIT_BOUNDS);
    case 'brand':
      return brandRefusal(draft.value);
    case 'retention': {
      const wrong = numbersRefusal(draft.value, RETENTION_BOUNDS);
      if (wrong !== undefined) return wrong;
      const isLess = isShortened(ctx.config.retention, draft.value);
      return isLess && draft.confirmed !== true
        ? refused('confirmation-required', 'confirmed')
        : undefined;
    }
  }
}

const isShortened = (before: unknown, after: unknown): boolean =>
  shortened(before as RetentionSetting, after as RetentionSetting).length > 0;

const sealedPassword = ({ config }: Context, password: string): string | null =>
  password === '' ? null : secretsOf(config).seal(MAIL_PASSWORD, password);

/** A stored password is used only for the server, port, user and TLS setting it was entered for. */
function passwordFrom(
  ctx: Context,
  { host, port, tls, user }: MailSetting,
  password: string | undefined,
): Outcome<string> {
  if (password !== undefined) return done(password);
  const stored = passwordOf(ctx.config);
  const { value } = findConfiguration(ctx).mail;
  const isSame =
    value.host === host && value.port === port && value.tls === tls && value.user === user;
  if (stored === '' || isSame) return done(stored);
  return host === '' || user === '' ? done('') : refused('mail-password-needed', 'password');
}

function logoFrom(draft: Draft, row: SettingRow | undefined): Outcome<Logo | undefined> {
  if (draft.section !== 'brand') return done(undefined);
  const { logo } = draft;
  if (logo === undefined) return done(logoOf(row));
  if (logo === null) return done(undefined);
  if (logo.length > MAX_LOGO_BYTES) return refused('logo-too-large', 'logo');
  const picture = cleanPicture(logo);
  if (!picture.ok) return refused(picture.refusal, 'logo');
  const { bytes, format, width, height } = picture.value;
  if (Math.max(width, height) > MAX_LOGO_SIDE) return refused('logo-too-large', 'logo');
  return done({ content: Buffer.from(bytes), contentType: `image/${format}` });
}

/** Map keys are visible on the page but never written to the audit trail. */
function shown(section: Section, value: unknown): unknown {
  if (section !== 'maps') return value;
  return Object.fromEntries(
    Object.entries(value as object).map(([name, key]) => [name, key === '' ? 'none' : 'set']),
  );
}

const log = (
  ctx: Context,
  trx: Executor,
  caller: Caller,
  command: 'change configuration' | 'reset configuration' | 'test mail',
  section: Section,
  detail: Readonly<Record<string, unknown>>,
) =>
  writeLog(trx, caller, {
    at: ctx.clock.now(),
    module: LOG_MODULES.configuration,
    command,
    detail: { section, ...detail },
  });
