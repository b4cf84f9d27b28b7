/** The reads of a device's details besides its list entry. */
import type { OpenAlarm } from '@busbar/domain/alarm/active-alarm';
import type { RawBuilder } from 'kysely';
import type { Scope } from '../../../caller.ts';
import type { Read } from '../../../storage/database.ts';
import { deviceRows, type LatestReadings, newestReadings } from '../readings/latest-queries.ts';
import { devicesWith } from './device-list-queries.ts';
import type { DeviceKey } from './device-lookup-queries.ts';
import { type LastOrder, lastCommands } from './last-command-queries.ts';
import { openAlarmsOf } from './open-alarm-queries.ts';

/** Older readings are searched only for a device that has none since then. */
const RECENT_MS = 35 * 86_400_000;

/** By device; a device without readings, commands or alarms has no entry. */
export type Parts = readonly [
  readings: Map<number, LatestReadings>,
  commands: Map<number, LastOrder>,
  alarms: Map<number, OpenAlarm[]>,
];

type ReadsOf<Results extends readonly unknown[]> = {
  readonly [At in keyof Results]: Read<Results[At]>;
};

/** Of the devices of the customer with an id or code, in whatever group; recent readings only. */
export const partsWith = (scope: Scope, key: DeviceKey, now: number): ReadsOf<Parts> =>
  parts(scope, devicesWith(scope, key), now, now - RECENT_MS);

export const partsOf = (scope: Scope, deviceIds: readonly number[], now: number): ReadsOf<Parts> =>
  parts(scope, deviceRows(deviceIds), now);

const parts = (
  { customerId }: Scope,
  devices: RawBuilder<unknown>,
  now: number,
  since?: number,
): ReadsOf<Parts> => [
  newestReadings(customerId, devices, since),
  lastCommands(customerId, devices),
  openAlarmsOf(customerId, devices, now),
];
