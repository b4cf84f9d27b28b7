/**
 * Street lamps of the demo: one faultless group, one with sodium lamps, one with two dark lamps,
 * and one that burns by day. The measurements of their breakers are derived from the same
 * description.
 */
import type { LampLoad } from '@busbar/domain/demand/lamp-load';
import type { BurnRule } from '@busbar/domain/project/lamp-group';
import type { DemoDevice } from './demo-device.ts';

export interface DemoLampGroup {
  readonly code: string;
  readonly name: string;
  readonly address: string;
  readonly lampCount: number;
  /** Power of one lamp, W. */
  readonly watts: number;
  readonly kind: LampLoad['kind'];
  /** Percent. */
  readonly errorRange: number;
  readonly burnRule: Extract<BurnRule, 'sun' | 'switch'>;
  readonly longitude: number;
  readonly latitude: number;
  /** Number of dark lamps. */
  readonly dark: number;
  /** True if the contactor is stuck, so that the lamps also burn by day. */
  readonly stuck: boolean;
}

const WELL = { dark: 0, stuck: false } as const;

export const LAMP_GROUPS: readonly DemoLampGroup[] = [
  {
    ...WELL,
    code: '861039054810071',
    name: 'Bund promenade',
    address: '1 Zhongshan East Road, Shanghai',
    lampCount: 40,
    watts: 100,
    kind: 'led',
    errorRange: 2,
    burnRule: 'sun',
    longitude: 121.4906,
    latitude: 31.2397,
  },
  {
    ...WELL,
    code: '861039054810172',
    name: 'Century Avenue',
    address: '210 Century Avenue, Shanghai',
    lampCount: 24,
    watts: 250,
    kind: 'sodium',
    errorRange: 4,
    burnRule: 'sun',
    longitude: 121.5124,
    latitude: 31.2362,
  },
  {
    ...WELL,
    code: '861039054810273',
    name: 'River tunnel',
    address: 'Yan\u2019an East Road Tunnel, Shanghai',
    lampCount: 20,
    watts: 100,
    kind: 'led',
    errorRange: 3,
    // The lamps burn day and night.
    burnRule: 'switch',
    longitude: 121.5001,
    latitude: 31.2352,
    dark: 2,
  },
  {
    ...WELL,
    code: '861039054810374',
    name: 'Riverside car park',
    address: '88 Binjiang Avenue, Shanghai',
    lampCount: 16,
    watts: 60,
    kind: 'led',
    errorRange: 5,
    burnRule: 'sun',
    longitude: 121.4968,
    latitude: 31.2441,
    stuck: true,
  },
];

export function lampLoadOf(group: DemoLampGroup): LampLoad {
  const { lampCount, dark, watts, kind, burnRule, stuck, latitude, longitude } = group;
  const place = burnRule === 'sun' && !stuck ? { latitude, longitude } : null;
  return { count: lampCount - dark, watts, kind, place };
}

export const LAMP_DEVICES: readonly DemoDevice[] = LAMP_GROUPS.map((group) => ({
  code: group.code,
  name: `${group.name} lamps`,
  type: 'MT61',
  city: 'Shanghai',
  address: group.address,
  ratedCurrentA: 32,
  longitude: group.longitude,
  latitude: group.latitude,
  slaves: [],
  lamps: lampLoadOf(group),
}));
