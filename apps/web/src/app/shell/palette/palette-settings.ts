/**
 * Settings and pages that the palette finds by their own words, which are under `setting` in the
 * catalogue `palette`. A tab of a device opens for the device that the user chose last.
 */
import type { PermissionHolder } from '@busbar/domain/access/permission';
import { hasPage, PATHS } from '../../../config/paths.ts';

export interface PaletteSetting {
  readonly path: string;
  readonly search?: Readonly<Record<string, string>>;
}

const protection = (tab: string): PaletteSetting => ({ path: PATHS.protection, search: { tab } });
const data = (tab: string): PaletteSetting => ({ path: PATHS.deviceData, search: { tab } });
const record = (tab: string): PaletteSetting => ({
  path: PATHS.deviceInformation,
  search: { tab },
});

export const PALETTE_SETTINGS = {
  'over-voltage': protection('overVoltage'),
  'low-voltage': protection('lowVoltage'),
  'over-current': protection('overCurrent'),
  overload: protection('overLoad'),
  reclosing: protection('enableSwitch'),
  'lost-phase': protection('lostPhase'),
  imbalance: protection('interphaseImbalance'),
  'daily-times': protection('timingConfig'),
  'dry-contact': protection('dryContact'),
  compare: data('compare'),
  'load-duration': data('load'),
  'voltage-quality': data('quality'),
  'live-values': data('live'),
  nameplate: record('plate'),
  'connection-log': record('connection'),
  photos: record('photos'),
  secret: record('access'),
  'set-up': { path: PATHS.deviceDeploy },
  prices: { path: PATHS.rates },
  'settlement-day': { path: PATHS.settlement },
  bill: { path: PATHS.bill },
  'device-fees': { path: PATHS.feesDetail },
  correction: { path: PATHS.energyRepair },
  files: { path: PATHS.dataReport },
  'api-keys': { path: PATHS.apiKeys },
  'api-reference': { path: PATHS.apiReference },
  webhook: { path: PATHS.forwarding },
  'alarm-limits': { path: PATHS.alarmRules },
  windows: { path: PATHS.alarmRules, search: { tab: 'windows' } },
  'quiet-hours': { path: PATHS.notificationSettings },
  messages: { path: PATHS.notifications },
  invite: { path: PATHS.users },
  permissions: { path: PATHS.roles },
  'second-factor': { path: PATHS.account },
  'mail-server': { path: PATHS.configuration },
} as const satisfies Readonly<Record<string, PaletteSetting>>;

export type SettingKey = keyof typeof PALETTE_SETTINGS;

/** The settings that the user may open. */
export function settingsOf(holder: PermissionHolder): [SettingKey, PaletteSetting][] {
  const all = Object.entries(PALETTE_SETTINGS) as [SettingKey, PaletteSetting][];
  // Every user has an account.
  return all.filter(([, { path }]) => path === PATHS.account || hasPage(path, holder));
}
