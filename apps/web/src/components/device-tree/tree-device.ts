/** A device as shown in trees and lists; only this module maps the API row. */
import type { AnswerOf } from '@busbar/contract/call';
import type { CallByName } from '@busbar/contract/catalogue';
import { type DeviceKind, kindOfType } from '@busbar/domain/device/device-type';
import { type Presence, staleAfterMs } from '@busbar/domain/device/presence';
import { isSwitchAction, type SwitchAction } from '@busbar/domain/switch/switch-action';

export type DeviceWireRow = AnswerOf<CallByName<'v2.devices'>>['data']['list'][number];

export interface TreeDevice {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly type: string;
  readonly groupId: number;
  readonly kind: DeviceKind;
  readonly parentCode: string | null;
  readonly slaveAddress: number | null;
  /** Number of the channel; null for a device with only one. */
  readonly channel: number | null;
  readonly presence: Presence;
  readonly heardAt: number | null;
  readonly csq: number | null;
  readonly band: string;
  readonly address: string;
  /** Undefined if the device has never reported its switch. */
  readonly action: SwitchAction | undefined;
  /** Time at which the switch entered its current state. */
  readonly actionAt: number | null;
  /** Age from which measured values are stale: three reporting intervals. */
  readonly staleMs: number;
  /** Active power of the newest reading. */
  readonly loadKw: number | null;
  /** Largest phase current of the newest reading in percent of the rated one. */
  readonly loadPercent: number | null;
  readonly loadAt: number | null;
  /** Number of open alarms, and the type of the most serious one. */
  readonly alarmCount: number;
  readonly alarmType: string | null;
}

/** Parses `switch:<action>`; returns undefined for anything else, because the state is unknown. */
export function actionOfStatus(status: string): SwitchAction | undefined {
  const action = status.slice(status.indexOf(':') + 1);
  return isSwitchAction(action) ? action : undefined;
}

/** An unknown value counts as offline, so that no device is wrongly shown as online. */
export function presenceOfWire(value: string): Presence {
  return value === 'online' || value === 'late' ? value : 'offline';
}

export function kindOfRow(row: { kind: string; device_type: string }): DeviceKind {
  const kinds: readonly string[] = ['main', 'gateway', 'hidden', 'dtu', 'meter', 'slave'];
  if (kinds.includes(row.kind)) return row.kind as DeviceKind;
  return kindOfType(row.device_type) ?? 'meter';
}

export function toTreeDevice(row: DeviceWireRow): TreeDevice {
  return {
    id: row.id,
    code: row.device_code,
    name: row.device_name,
    type: row.device_type,
    groupId: row.group_id,
    kind: kindOfRow(row),
    parentCode: row.parent_code,
    slaveAddress: row.slave_address,
    channel: row.channel,
    presence: presenceOfWire(row.presence),
    heardAt: row.heard_at,
    csq: row.csq,
    band: row.band,
    address: row.address,
    action: actionOfStatus(row.status),
    actionAt: row.status_at,
    staleMs: staleAfterMs(row.interval_s),
    loadKw: row.load_kw,
    loadPercent: row.load_percent,
    loadAt: row.load_at,
    alarmCount: row.alarm_count,
    alarmType: row.alarm_type,
  };
}
