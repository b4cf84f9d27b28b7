/**
 * The devices of a fleet as a file: one `code:secret` a line, followed by the differences from a 63
 * A breaker: `:type`, `:slave count`, `:rated current`, `:day`, the UTC day at whose start the
 * device's counters were reset to zero (`YYYY-MM-DD`, or empty), `:lamps`, the street lamps behind
 * it (`18x100led`, with `@latitude,longitude` if they are switched by the sun), `:meters`, which
 * makes it a DTU with these meters on its line (`dtu/station/station-spec.ts`). Empty lines and
 * lines beginning with `#` are ignored.
 */
import { parseLocal } from '@busbar/domain/calendar';
import { type LampLoad, parseLampLoad } from '@busbar/domain/demand/lamp-load';
import { isDeviceCode } from '@busbar/domain/device/device-code';
import { kindOfType } from '@busbar/domain/device/device-type';
import { parseStations, type StationSpec } from '../dtu/station/station-spec.ts';

export interface Credentials {
  readonly code: string;
  readonly secret: string;
  readonly type: string;
  readonly slaveCount: number;
  readonly ratedCurrentA: number;
  /** Time at which the device's counters were reset to zero, before this fleet started. */
  readonly zeroedAt?: number;
  readonly lamps?: LampLoad;
  readonly meters?: readonly StationSpec[];
}

const RATED_CURRENT_A = 63;

/** Throws an error that names the line if the file is invalid. */
export function parseCredentials(text: string): Credentials[] {
  const seen = new Set<string>();
  const found = text.split(/\r?\n/).flatMap((line, index) => {
    if (line.trim() === '' || line.startsWith('#')) return [];
    const one = parseLine(line.trim(), index + 1);
    if (seen.has(one.code)) throw new Error(`line ${index + 1}: ${one.code} stands there twice`);
    seen.add(one.code);
    return [one];
  });
  if (found.length === 0) throw new Error('the credentials file names no device');
  return found;
}

function parseLine(line: string, number: number): Credentials {
  const parts = line.split(':');
  const [code, secret, type = 'MT61', slaves = '0', rated = String(RATED_CURRENT_A)] = parts;
  const [zeroed = '', lampText = '', meterText = '', ...rest] = parts.slice(5);
  const zeroedOn = zeroed === '' ? undefined : zeroed;
  const lamps = lampText === '' ? undefined : parseLampLoad(lampText);
  const slaveCount = Number(slaves);
  const ratedCurrentA = Number(rated);
  const zeroedAt = zeroedOn === undefined ? undefined : parseLocal(`${zeroedOn} 00:00:00`, 'UTC');
  const wrong =
    (!isDeviceCode(code) && 'no device code') ||
    ((secret === undefined || secret === '') && 'no secret') ||
    (kindOfType(type) === undefined && `no such type: ${type}`) ||
    (!(Number.isInteger(slaveCount) && slaveCount >= 0 && slaveCount <= 20) &&
      'slave count is not 0 to 20') ||
    (!(ratedCurrentA > 0 && ratedCurrentA <= 10_000) && 'no such rated current') ||
    (zeroedOn !== undefined && zeroedAt === undefined && `no such day: ${zeroedOn}`) ||
    (lampText !== '' && lamps === undefined && `no such lamps: ${lampText}`) ||
    (meterText !== '' && kindOfType(type) !== 'dtu' && `${type} has no meters`) ||
    (rest.length > 0 && 'too many parts');
  if (wrong !== false || code === undefined || secret === undefined) {
    throw new Error(`line ${number} of the credentials file: ${wrong}`);
  }
  const past = zeroedAt === undefined ? {} : { zeroedAt };
  const load = lamps === undefined ? {} : { lamps };
  const behind = meterText === '' ? {} : { meters: metersOf(meterText, number) };
  return { code, secret, type, slaveCount, ratedCurrentA, ...past, ...load, ...behind };
}

function metersOf(text: string, number: number): StationSpec[] {
  try {
    return parseStations(text);
  } catch (error) {
    throw new Error(`line ${number} of the credentials file: ${(error as Error).message}`);
  }
}
