/**
 * Settings that the platform's administrator changes on a page instead of in the environment: their
 * sections, the bounds of their numbers, and their validation. Each section is saved separately and
 * as a whole.
 */
import { hasMarkup } from '../plain-name.ts';
import { type Refused, refused } from '../refusal.ts';
import { isColour, textColourOn } from './brand-colour.ts';

export const SECTIONS = ['mail', 'maps', 'retention', 'limits', 'brand'] as const;
export type Section = (typeof SECTIONS)[number];

/** No mail is sent if the host is empty. The password is stored separately and never returned. */
export interface MailSetting {
  readonly host: string;
  readonly port: number;
  /** True: TLS from the first byte (usually port 465); false: STARTTLS if the server offers it. */
  readonly tls: boolean;
  readonly user: string;
  /** An address, optionally preceded by a name. */
  readonly from: string;
}

/** Without a key, the built-in map is used. */
export interface MapSetting {
  readonly baiduKey: string;
  readonly googleKey: string;
}

/** Retention periods are in days. */
export const RETENTION_KINDS = [
  'readings',
  'registers',
  'rawWords',
  'quarters',
  'events',
  'commands',
  'operationLog',
  'rejected',
  'notifications',
  'forwarding',
] as const;
export type RetentionKind = (typeof RETENTION_KINDS)[number];
export type RetentionSetting = Readonly<Record<RetentionKind, number>>;

export interface Bounds {
  readonly usual: number;
  readonly least: number;
  readonly most: number;
}

/** Registers are accepted for 400 days; a day must be complete before its registers are deleted. */
const MIN_REGISTERS = 401;
/** The audit trail is retained for at least a year; the database rejects earlier deletion. */
const MIN_AUDIT = 366;
const TEN_YEARS = 3660;
const days = (usual: number, least: number): Bounds => ({ usual, least, most: 36_600 });

export const RETENTION_BOUNDS: Readonly<Record<RetentionKind, Bounds>> = {
  readings: days(400, 31),
  registers: days(762, MIN_REGISTERS),
  rawWords: { usual: 90, least: 1, most: 400 },
  quarters: days(TEN_YEARS, MIN_REGISTERS),
  events: days(1100, 31),
  commands: days(1100, 31),
  operationLog: days(1100, MIN_AUDIT),
  rejected: days(90, 1),
  notifications: days(90, 1),
  forwarding: days(90, 1),
};

export const LIMIT_KINDS = [
  'deviceRate',
  'controlPerMinute',
  'controlGapS',
  'controlGroupPercent',
] as const;
export type LimitKind = (typeof LIMIT_KINDS)[number];
export type LimitSetting = Readonly<Record<LimitKind, number>>;

/** Messages per second per device; operations per minute per user; seconds; percent of a group. */
export const LIMIT_BOUNDS: Readonly<Record<LimitKind, Bounds>> = {
  deviceRate: { usual: 50, least: 1, most: 1_000_000 },
  controlPerMinute: { usual: 10, least: 1, most: 100_000 },
  controlGapS: { usual: 5, least: 0, most: 3600 },
  controlGroupPercent: { usual: 5, least: 1, most: 100 },
};

export interface BrandSetting {
  readonly name: string;
  /** `#rrggbb`; empty means the default colour. */
  readonly colour: string;
}

/** Maximum length in characters; the name is next to the logo in a header of 48 px. */
export const BRAND_NAME_LENGTH = 40;
export const USUAL_BRAND: BrandSetting = { name: 'Busbar', colour: '' };
export const MAX_LOGO_BYTES = 256 * 1024;
/** Larger images waste memory of the browser, because the logo is displayed about 30 px high. */
export const MAX_LOGO_SIDE = 2048;

const HOST = /^(?=.{1,253}$)(?!-)[a-z0-9-]+(?:\.[a-z0-9-]+)*$/i;
/** Line breaks are rejected, because a line break would start another mail header. */
const FROM = /^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/;
const MAP_KEY = /^[A-Za-z0-9_-]{8,128}$/;

export function isMailFrom(text: string): boolean {
  return text.length <= 200 && FROM.test(text);
}

export function mailRefusal({ host, port, from, user }: MailSetting): Refused | undefined {
  if (!isMailFrom(from)) return refused('mail-from-invalid', 'from');
  if (host === '') return undefined;
  if (!HOST.test(host)) return refused('mail-host-invalid', 'host');
  if (!isWithin(port, { least: 1, most: 65_535 })) return refused('setting-out-of-range', 'port');
  return user.length > 200 ? refused('setting-out-of-range', 'user') : undefined;
}

export function mapsRefusal(setting: MapSetting): Refused | undefined {
  const wrong = (['baiduKey', 'googleKey'] as const).find(
    (name) => setting[name] !== '' && !MAP_KEY.test(setting[name]),
  );
  return wrong === undefined ? undefined : refused('map-key-invalid', wrong);
}

/** Returns a refusal for the first number that is out of bounds. */
export function numbersRefusal<K extends string>(
  numbers: Readonly<Record<K, number>>,
  bounds: Readonly<Record<K, Bounds>>,
): Refused | undefined {
  const wrong = (Object.keys(bounds) as K[]).find((kind) => !isWithin(numbers[kind], bounds[kind]));
  return wrong === undefined ? undefined : refused('setting-out-of-range', wrong);
}

function isWithin(number: number, { least, most }: Pick<Bounds, 'least' | 'most'>): boolean {
  return Number.isInteger(number) && number >= least && number <= most;
}

/** Data kinds with a shorter retention than before: existing data would be thinned or deleted. */
export function shortened(before: RetentionSetting, after: RetentionSetting): RetentionKind[] {
  return RETENTION_KINDS.filter((kind) => after[kind] < before[kind]);
}

/** `name` is already plain text. */
export function brandRefusal({ name, colour }: BrandSetting): Refused | undefined {
  const length = [...name].length;
  if (length === 0 || length > BRAND_NAME_LENGTH || hasMarkup(name)) {
    return refused('brand-name-invalid', 'name');
  }
  if (colour === '') return undefined;
  if (!isColour(colour)) return refused('brand-colour-invalid', 'colour');
  return textColourOn(colour) === undefined
    ? refused('brand-colour-unreadable', 'colour')
    : undefined;
}
