/**
 * Who the simulated devices are, kept in the data folder for later starts: the secrets, which the
 * database has only as hashes, and since when the meters count. Beside it the list the simulator
 * reads, and what the simulated devices themselves remember.
 */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DevicePast } from './device-past.ts';

export interface FleetFile {
  /** Whose devices they are; a data folder may have served another database before. */
  readonly customerId: number;
  readonly zone: string;
  /** Epoch ms, a UTC midnight. */
  readonly countsFrom: number;
  readonly devices: readonly FleetDevice[];
}

export interface FleetDevice {
  readonly code: string;
  readonly secret: string;
  readonly type: string;
  readonly ratedCurrentA: number;
  /** Addresses. */
  readonly slaves: readonly number[];
  /** What it went through before the first start; files of before have none. */
  readonly past?: DevicePast;
  /** Text of `domain/demand/lamp-load.ts`. */
  readonly lamps?: string;
}

const fleetFileOf = (dataDir: string): string => join(dataDir, 'demo-fleet.json');

/** `code:secret:type:slaves:rated current:day of zero:lamps`, one device a line. */
export const credentialsFileOf = (dataDir: string): string => join(dataDir, 'demo-fleet.txt');

export const fleetStateFileOf = (dataDir: string): string => join(dataDir, 'demo-fleet-state.json');

/** Undefined when there is none that could be read: the fleet then gets new secrets. */
export function readFleet(dataDir: string): FleetFile | undefined {
  try {
    const fleet = JSON.parse(readFileSync(fleetFileOf(dataDir), 'utf8')) as FleetFile;
    return Array.isArray(fleet.devices) ? fleet : undefined;
  } catch (error) {
    const lost = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (lost || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** `simulated`: the devices of it that the simulator shall be. */
export function writeFleet(
  dataDir: string,
  fleet: FleetFile,
  simulated: readonly FleetDevice[],
): void {
  const lines = simulated.map(({ code, secret, type, slaves, ratedCurrentA, past, lamps }) => {
    const day = past?.kind === 'zeroed' ? new Date(past.at).toISOString().slice(0, 10) : '';
    const more = lamps === undefined ? (day === '' ? [] : [day]) : [day, lamps];
    return [code, secret, type, slaves.length, ratedCurrentA, ...more].join(':');
  });
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  replace(fleetFileOf(dataDir), `${JSON.stringify(fleet, null, 2)}\n`);
  replace(credentialsFileOf(dataDir), `${lines.join('\n')}\n`);
}

/** For devices that have nothing in common with those of the same codes before. */
export function forgetFleetState(dataDir: string): void {
  rmSync(fleetStateFileOf(dataDir), { force: true });
}

/** As a whole: a start that is killed leaves the old one or the new one. */
function replace(file: string, content: string): void {
  const fresh = `${file}.new`;
  // One left there by a killed start would keep its own rights.
  rmSync(fresh, { force: true });
  writeFileSync(fresh, content, { mode: 0o600, flag: 'wx' });
  renameSync(fresh, file);
}
