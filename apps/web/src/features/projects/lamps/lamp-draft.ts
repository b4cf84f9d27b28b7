/** Draft of a lamp group, validated by the same rule as on the server before it is sent. */
import { snakeCaseKeys } from '@busbar/domain/key-case';
import {
  type BurnRule,
  DEFAULT_LAMP_GROUP,
  type DimmedPeriod,
  evaluateLampGroup,
  type LampGroupSetting,
} from '@busbar/domain/project/lamp-group';
import type { LampKind } from '@busbar/domain/project/lamp-kind';
import { kwOfWatts, wattsOfKw } from '@busbar/domain/project/lamp-watts';
import type { Refusal } from '@busbar/domain/refusal';
import { NO_PAIRS, type Pairs, positionOf } from '../../../device-kit/position-form.ts';
import type { LampGroup } from '../api/use-lamp-groups.ts';

export interface LampDraft {
  readonly name: string;
  readonly device: string | undefined;
  readonly lampCount: number | null;
  /** Nameplate of one lamp, W; it is stored and sent in kW. */
  readonly lampPowerW: number | null;
  readonly errorRange: number | null;
  readonly inUse: boolean;
  readonly lampKind: LampKind;
  readonly phase: LampGroupSetting['phase'];
  readonly burnRule: BurnRule;
  readonly onTime: string;
  readonly offTime: string;
  readonly onOffsetMin: number | null;
  readonly offOffsetMin: number | null;
  readonly dimmed: readonly (DimmedPeriod & { readonly key: number })[];
  /** Empty pairs mean the device's position. */
  readonly pairs: Pairs;
}

let lastKey = 0;

export function dimmedRow(period: DimmedPeriod): LampDraft['dimmed'][number] {
  lastKey += 1;
  return { ...period, key: lastKey };
}

export function draftOf(group: LampGroup | undefined): LampDraft {
  if (group === undefined) {
    return {
      ...DEFAULT_LAMP_GROUP,
      name: '',
      device: undefined,
      lampCount: null,
      lampPowerW: null,
      onTime: '',
      offTime: '',
      dimmed: [],
      pairs: NO_PAIRS,
    };
  }
  return {
    name: group.name,
    device: group.device_code,
    lampCount: group.lamp_count,
    lampPowerW: wattsOfKw(group.lamp_power),
    errorRange: group.error_range,
    inUse: group.in_use,
    lampKind: group.lamp_kind as LampKind,
    phase: group.phase as LampDraft['phase'],
    burnRule: group.burn_rule as BurnRule,
    onTime: group.on_time ?? '',
    offTime: group.off_time ?? '',
    onOffsetMin: group.on_offset,
    offOffsetMin: group.off_offset,
    dimmed: group.dimmed.map(dimmedRow),
    pairs: group.position_of_device
      ? NO_PAIRS
      : {
          bd09: { lng: group.lng, lat: group.lat },
          wgs84: { lng: group.lng_t, lat: group.lat_t },
        },
  };
}

export type LampField =
  | Exclude<keyof LampGroupSetting, 'lampPowerKw'>
  | 'lampPowerW'
  | 'device'
  | 'position';

export interface LampProblem {
  readonly field: LampField;
  readonly reason: Refusal;
}

/** Returns the first problem with its field, or undefined. */
export function lampProblem(draft: LampDraft): LampProblem | undefined {
  if (draft.name.trim() === '') return { field: 'name', reason: 'parameters-empty' };
  if (draft.device === undefined) return { field: 'device', reason: 'parameters-empty' };
  const { lampPowerW, ...setting } = draft;
  const evaluated = evaluateLampGroup({
    ...setting,
    lampPowerKw: kwOf(lampPowerW),
    name: draft.name.trim(),
  });
  if (!evaluated.ok) return { field: fieldOfRule(evaluated.field), reason: evaluated.refusal };
  const isTyped = Object.values(draft.pairs).some(({ lng, lat }) => lng !== null || lat !== null);
  if (isTyped && positionOf(draft.pairs) === undefined) {
    return { field: 'position', reason: 'position-invalid' };
  }
  return undefined;
}

const kwOf = (watts: number | null) => (watts === null ? null : kwOfWatts(watts));

function fieldOfRule(field = 'name'): LampField {
  return field === 'lampPowerKw' ? 'lampPowerW' : (field as LampField);
}

/** Field that shows the refusal of a field by the server; undefined if it is the whole form. */
export const fieldOfApi = (name: string): string | undefined => FIELDS_OF_API[name];

const FIELDS_OF_API: Readonly<Record<string, LampField>> = {
  name: 'name',
  device_code: 'device',
  lamp_count: 'lampCount',
  lamp_power: 'lampPowerW',
  error_range: 'errorRange',
};

export function bodyOf(draft: LampDraft) {
  const { pairs, device, lampPowerW, onOffsetMin, offOffsetMin, ...group } = draft;
  const place = positionOf(pairs);
  const isClock = draft.burnRule === 'clock';
  return {
    ...snakeCaseKeys(group),
    name: draft.name.trim(),
    device_code: device ?? null,
    lamp_power: kwOf(lampPowerW),
    on_time: isClock ? draft.onTime : null,
    off_time: isClock ? draft.offTime : null,
    on_offset: onOffsetMin ?? 0,
    off_offset: offOffsetMin ?? 0,
    dimmed: draft.dimmed.map(({ from, to, level }) => ({ from, to, level })),
    lng: place?.lng ?? null,
    lat: place?.lat ?? null,
    lng_t: place?.lngT ?? null,
    lat_t: place?.latT ?? null,
  };
}
