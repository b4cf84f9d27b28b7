/**
 * The settings of each section according to the environment, and the configuration after the saved
 * settings have overridden the environment.
 */
import {
  type BrandSetting,
  type LimitSetting,
  type MailSetting,
  type MapSetting,
  type RetentionSetting,
  USUAL_BRAND,
} from '@busbar/domain/configuration/sections';
import type { Config } from './config.ts';

export interface Settings {
  readonly mail: MailSetting;
  readonly maps: MapSetting;
  readonly retention: RetentionSetting;
  readonly limits: LimitSetting;
  readonly brand: BrandSetting;
}

export interface Logo {
  readonly content: Buffer;
  readonly contentType: string;
}

/** Saved settings, loaded into this process. */
export interface SavedSettings extends Partial<Settings> {
  /** Password of the saved mail section. */
  readonly mailPassword?: string | undefined;
  readonly logo?: Logo | undefined;
  /** Time of the last change of each saved section, epoch ms. */
  readonly changedAt: Readonly<Partial<Record<keyof Settings, number>>>;
}

export function settingsOf(config: Config): Settings {
  const { deviceRate, controlPerMinute, controlGapS, controlGroupPercent } = config;
  return {
    mail: { ...smtpParts(config.smtpUrl).mail, from: config.mailFrom },
    maps: { baiduKey: config.baiduMapKey ?? '', googleKey: config.googleMapKey ?? '' },
    retention: config.retention,
    limits: { deviceRate, controlPerMinute, controlGapS, controlGroupPercent },
    brand: USUAL_BRAND,
  };
}

/** The password in the URL of the mail server; empty if there is none. */
export function passwordOf({ smtpUrl }: Config): string {
  return smtpParts(smtpUrl).password;
}

function smtpParts(smtpUrl: string | undefined) {
  if (smtpUrl === undefined) {
    return { mail: { host: '', port: 587, tls: false, user: '' }, password: '' };
  }
  const { protocol, hostname: host, port, username, password } = new URL(smtpUrl);
  const tls = protocol === 'smtps:';
  const mail = { host, port: Number(port) || (tls ? 465 : 587), tls, user: decode(username) };
  return { mail, password: decode(password) };
}

const decode = (text: string): string => decodeURIComponent(text);

/** Builds the URL that the mail sender expects. */
export function smtpUrlOf({ host, port, tls, user }: MailSetting, password: string) {
  if (host === '') return undefined;
  const who = user === '' ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`;
  return `${tls ? 'smtps' : 'smtp'}://${who}${host}:${port}`;
}

const orNone = (text: string): string | undefined => (text === '' ? undefined : text);

/** The part of the configuration that the saved settings override. */
export function overriding(saved: SavedSettings): Partial<Config> {
  const { mail, maps, retention, limits } = saved;
  return {
    ...(mail && { smtpUrl: smtpUrlOf(mail, saved.mailPassword ?? ''), mailFrom: mail.from }),
    ...(maps && { baiduMapKey: orNone(maps.baiduKey), googleMapKey: orNone(maps.googleKey) }),
    ...(retention && { retention }),
    // The burst is four times the rate, as in the configuration.
    ...(limits && { ...limits, deviceBurst: limits.deviceRate * 4 }),
  };
}
