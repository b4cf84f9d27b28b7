/**
 * A telecom tower of the demo: the meter of its supply, four users with one breaker each, and an
 * outage two days before the first start that its battery covered without a cut.
 */
import { loadOfDevice } from '@busbar/domain/demand/device-load';
import type { LoadProfile } from '@busbar/domain/demand/load-profile';
import { isBranchOf, type PastOutage, siteMeasuredBy } from '@busbar/domain/demand/tower-site';
import { type TowerUser, USUAL_FIGURES } from '@busbar/domain/tower/tower-settings';
import type { DemoDevice } from './demo-device.ts';
import type { FleetFile } from './fleet-file.ts';

const SITE = 'SH-TOWER-0807';
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

export const TOWER_MONITOR = `${SITE}-DC`;
export const TOWER_FIGURES = { ...USUAL_FIGURES, batteryKwh: 24 };

export interface DemoTowerUser extends TowerUser {
  readonly code: string;
}

const WHOLE_DAY = [
  { begin: '08:00', end: '22:00', valid: true },
  { begin: '22:00', end: '08:00', valid: true },
] as const;

const BASE = { standbyType: 'voltage', standbyMinutes: 120, standbyKwh: 12 } as const;

export const TOWER_USERS: readonly DemoTowerUser[] = [
  { name: 'Operator A, 4G and 5G', priority: 1, cutV: 43.6, reconnectV: 47, ...BASE },
  { name: 'Operator B, 4G', priority: 2, cutV: 44.2, reconnectV: 47.5, ...BASE },
  { name: 'Operator C, 5G', priority: 3, cutV: 44.9, reconnectV: 48, ...BASE },
  {
    ...BASE,
    name: 'Camera and weather station',
    priority: 4,
    cutV: 45.6,
    reconnectV: 48.5,
    standbyType: 'timed' as const,
  },
].map((user, index) => ({
  ...user,
  slot: index + 1,
  code: `${SITE}-U${index + 1}`,
  periods: WHOLE_DAY,
}));

const place = {
  city: 'Shanghai',
  address: '807 Longyang Road, Shanghai',
  longitude: 121.5536,
  latitude: 31.2102,
  slaves: [],
} as const;

export const TOWER_DEVICES: readonly DemoDevice[] = [
  {
    ...place,
    code: TOWER_MONITOR,
    name: 'Longyang Road tower, supply',
    type: 'METER',
    ratedCurrentA: 63,
  },
  ...TOWER_USERS.map(
    ({ code, name }): DemoDevice => ({
      ...place,
      code,
      name: `Longyang Road tower, ${name}`,
      type: 'MT61',
      ratedCurrentA: 32,
    }),
  ),
];

/** Starts at 14:10 local time of the day before yesterday and lasts 95 minutes. */
export function pastOutage(firstStart: number): PastOutage {
  const from = (Math.floor(firstStart / DAY_MS) - 2) * DAY_MS + 6 * HOUR_MS + 600_000;
  return { from, to: from + 95 * 60_000 };
}

/** Returns the loads on the bus that the device measures; undefined for every other device. */
export function branchLoads(
  fleet: Pick<FleetFile, 'devices' | 'zone' | 'countsFrom'>,
  code: string,
): LoadProfile[] | undefined {
  const site = siteMeasuredBy(code);
  if (site === undefined) return undefined;
  return fleet.devices
    .filter((device) => isBranchOf(site, device.code))
    .map(({ code: branch, ratedCurrentA }) =>
      loadOfDevice({
        code: branch,
        phases: 3,
        ratedCurrentA,
        zone: fleet.zone,
        countsFrom: fleet.countsFrom,
      }),
    );
}
