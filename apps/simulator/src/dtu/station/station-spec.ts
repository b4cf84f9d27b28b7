/**
 * The meters of a simulated line as text: `station=profile[@CT[@PT]]`, separated by commas, with
 * the ratios as on the nameplate (`3=acrel-dtsd1352@200/5@10000/100`). A station is 1 to 247 for
 * Modbus and up to twelve digits for DL/T 645.
 */
import { BUILTIN_PROFILES, builtinProfile } from '@busbar/device-profiles/builtin-profiles';
import { type Profile, type Ratio, type Ratios, ratiosOf } from '@busbar/device-profiles/profile';

export interface StationSpec {
  /** Modbus: 1 to 247; DL/T 645: twelve digits. */
  readonly station: string;
  readonly profile: Profile;
  readonly ratios: Ratios;
}

/** A slave of a DTU has an address of 1 to 20 on the platform. */
export const MAX_METERS = 20;
const MAX_STATION = 247;
const RATIO = /^(\d+(?:\.\d+)?)\/(\d+(?:\.\d+)?)$/;

/** Throws an error with a one-sentence message for the user. */
export function parseStations(text: string): StationSpec[] {
  const stations = text.split(',').map(parseStation);
  if (stations.length > MAX_METERS) throw new Error(`more than ${MAX_METERS} meters on one line`);
  const seen = new Set<string>();
  for (const { station } of stations) {
    if (seen.has(station)) throw new Error(`two meters have the station ${station}`);
    seen.add(station);
  }
  return stations;
}

/** `count` meters at the stations from 1, with each of the profiles in turn. */
export function stationsOf(count: number, profiles: readonly Profile[]): StationSpec[] {
  return Array.from({ length: count }, (_, index) => {
    const profile = profiles[index % profiles.length]!;
    return { station: stationOf(String(index + 1), profile)!, profile, ratios: {} };
  });
}

/** The profiles that are in turn on a line whose profiles are not chosen. */
export const RTU_PROFILES = BUILTIN_PROFILES.filter(({ protocol }) => protocol === 'modbus-rtu');

/** Throws an error with a one-sentence message for the user. */
export function profileNamed(id: string): Profile {
  const profile = builtinProfile(id);
  if (profile !== undefined) return profile;
  throw new Error(`there is no meter profile ${id}`);
}

function parseStation(text: string): StationSpec {
  const [station = '', meter = '', ...rest] = text.split('=');
  const [id = '', ct, pt, ...more] = meter.split('@');
  if (rest.length + more.length > 0) throw new Error(`no such meter: ${text}`);
  const profile = profileNamed(id);
  const found = stationOf(station, profile);
  if (found === undefined) throw new Error(`${station} is not a station of ${id}`);
  const ratios = {
    ...(ct === undefined ? {} : { ct: parseRatio(ct) }),
    ...(pt === undefined ? {} : { pt: parseRatio(pt) }),
  };
  if (ct !== undefined && ratiosOf(profile).length === 0) {
    throw new Error(`${id} is not multiplied by a ratio`);
  }
  return { station: found, profile, ratios };
}

function stationOf(text: string, { protocol }: Profile): string | undefined {
  if (protocol === 'dlt645-2007') {
    return /^\d{1,12}$/.test(text) ? text.padStart(12, '0') : undefined;
  }
  const address = Number(text);
  const isAddress = Number.isInteger(address) && address >= 1 && address <= MAX_STATION;
  return isAddress && /^\d+$/.test(text) ? String(address) : undefined;
}

function parseRatio(text: string): Ratio {
  const [, primary, secondary] = RATIO.exec(text)?.map(Number) ?? [];
  if (primary === undefined || secondary === undefined || primary * secondary === 0) {
    throw new Error(`${text} is not a ratio such as 200/5`);
  }
  return { primary, secondary };
}
