/**
 * Identity of the simulated devices, stored in the data folder for later starts: the secrets, which
 * the database has only as hashes, and the start time of the meters. The folder also contains the
 * list that the simulator reads and the persisted state of the simulated devices.
 */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DevicePast } from './device-past.ts';

export interface FleetFile {
  /** Owner of the devices; the data folder may have been used with another database before. */
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
  /** The device's event before the first start; missing in older files. */
  readonly past?: DevicePast;
  /** Text format of `domain/demand/lamp-load.ts`. */
  readonly lamps?: string;
}

const fleetFileOf = (dataDir: string): string => join(dataDir, 'demo-fleet.json');

/** `code:secret:type:slaves:rated current:day of zero:lamps`, one device per line. */
export const credentialsFileOf = (dataDir: string): string => join(dataDir, 'demo-fleet.txt');

export const fleetStateFileOf = (dataDir: string): string => join(dataDir, 'demo-fleet-state.json');

/** Returns undefined if there is no readable file; the fleet then gets new secrets. */
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

/** `simulated`: the devices of the fleet that the simulator must run. */
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

/** Deletes the state before new devices reuse the same codes. */
export function deleteFleetState(dataDir: string): void {
  rmSync(fleetStateFileOf(dataDir), { force: true });
}

/** Replaces the file atomically: an interrupted start leaves either the old file or the new one. */
function replace(file: string, content: string): void {
  const fresh = `${file}.new`;
  // A leftover file from a start that was killed would retain its own permissions.
  rmSync(fresh, { force: true });
  writeFileSync(fresh, content, { mode: 0o600, flag: 'wx' });
  renameSync(fresh, file);
}
