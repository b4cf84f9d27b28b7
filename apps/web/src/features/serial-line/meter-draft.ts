/** Values that the dialog of a meter proposes, and the refusal of entered ones. */
import { snakeCase } from '@busbar/domain/key-case';
import { checkMeter, RATIO_FIELDS, type RatioField } from '@busbar/domain/line/line-form';
import { type CloseMode, checkSwitching } from '@busbar/domain/line/switching-form';
import type { Refusal } from '@busbar/domain/refusal';
import type { LineMeter, LineSettings, MeterProfile } from './api/use-serial-line.ts';

export interface MeterDraft {
  readonly profile: string | undefined;
  readonly station: string;
  readonly ct_primary: number | null;
  readonly ct_secondary: number | null;
  readonly pt_primary: number | null;
  readonly pt_secondary: number | null;
  readonly interval_s: number | null;
  readonly can_switch: boolean;
  readonly password_level: number | null;
  /** Empty to use the stored password. */
  readonly password: string;
  readonly operator_code: string;
  readonly close_mode: CloseMode | null;
  readonly name: string;
  /** True if the DTU itself is the meter. */
  readonly isItself: boolean;
}

const NO_RATIOS = { ct_primary: null, ct_secondary: null, pt_primary: null, pt_secondary: null };
const USUAL_INTERVAL_S = 60;
const USUAL_PASSWORD_LEVEL = 2;
const MODBUS_STATIONS = Array.from({ length: 247 }, (_, index) => String(index + 1));

/** The draft of a new meter, or of one whose settings are changed. */
export function draftOf(meter: LineMeter | undefined): MeterDraft {
  return {
    profile: undefined,
    station: '',
    ...NO_RATIOS,
    interval_s: USUAL_INTERVAL_S,
    can_switch: false,
    close_mode: null,
    ...meter?.settings,
    password_level: meter?.settings?.password_level ?? USUAL_PASSWORD_LEVEL,
    password: '',
    operator_code: meter?.settings?.operator_code ?? '',
    name: meter?.device_name ?? '',
    isItself: meter?.slot === null,
  };
}

/** Stations of the other meters on the line. */
export function takenStations(
  meters: readonly LineMeter[],
  own: LineMeter | undefined,
): readonly string[] {
  return meters
    .filter(({ device_code }) => device_code !== own?.device_code)
    .flatMap(({ settings }) => settings?.station ?? []);
}

/** The factory setting of the meter if it is free, otherwise the next free Modbus address. */
export function proposedStation(profile: MeterProfile, taken: readonly string[]): string {
  const { station, protocol } = profile;
  if (station !== null && !taken.includes(station)) return station;
  if (protocol === 'dlt645-2007') return '';
  const free = MODBUS_STATIONS.filter((one) => !taken.includes(one));
  return free.find((one) => Number(one) > Number(station)) ?? free[0] ?? '';
}

/** The draft with another profile: ratios that it does not need are removed. */
export function withProfile(
  draft: MeterDraft,
  profile: MeterProfile,
): Pick<MeterDraft, 'profile' | RatioKey> {
  const kept = (name: RatioKey) =>
    profile.ratios.some((ratio) => name.startsWith(ratio)) ? draft[name] : null;
  return {
    profile: profile.id,
    ct_primary: kept('ct_primary'),
    ct_secondary: kept('ct_secondary'),
    pt_primary: kept('pt_primary'),
    pt_secondary: kept('pt_secondary'),
  };
}

type RatioKey = keyof typeof NO_RATIOS;

/** The first refusal that the server would answer, and its field; undefined if there is none. */
export function draftRefusal(
  draft: MeterDraft,
  profile: MeterProfile,
  line: LineSettings,
  taken: readonly string[],
  meter?: LineMeter,
): { readonly refusal: Refusal; readonly field: string } | undefined {
  const ratios = Object.fromEntries(
    RATIO_FIELDS.map((name) => [name, draft[snakeCase(name) as RatioKey]]),
  ) as Record<RatioField, number | null>;
  const form = { station: draft.station, intervalS: draft.interval_s ?? 0, ...ratios };
  const facts = { protocol: profile.protocol, ratios: profile.ratios as ('ct' | 'pt')[] };
  const { protocol, transport } = line;
  const switching = {
    protocol: profile.protocol,
    isBreaker: profile.can_switch,
    hasPassword: hasPassword(draft, profile, meter),
  };
  const settings = checkMeter(form, facts, { protocol, transport, stations: taken });
  const checked = settings.ok ? checkSwitching(switchingForm(draft), switching) : settings;
  if (checked.ok) return undefined;
  return { refusal: checked.refusal, field: snakeCase(checked.field ?? '') };
}

/** True if a password is stored for the meter at this station. */
export function hasPassword(
  draft: MeterDraft,
  profile: MeterProfile,
  meter: LineMeter | undefined,
): boolean {
  const stored = meter?.settings;
  if (stored === undefined || stored === null || !stored.has_password) return false;
  return stored.station === draft.station.trim() && stored.profile === profile.id;
}

/** A Modbus breaker needs no password. */
export const needsPassword = ({ protocol }: Pick<MeterProfile, 'protocol'>): boolean =>
  protocol === 'dlt645-2007';

function switchingForm(draft: MeterDraft) {
  return {
    canSwitch: draft.can_switch,
    passwordLevel: draft.password_level,
    password: draft.password === '' ? null : draft.password,
    operatorCode: draft.operator_code,
    closeMode: draft.close_mode,
  };
}

/** The body of the calls that add and change a meter. */
export function settingsOf(draft: MeterDraft, profile: MeterProfile) {
  const { station, ct_primary, ct_secondary, pt_primary, pt_secondary } = draft;
  return {
    station: station.trim(),
    profile: profile.id,
    ...{ ct_primary, ct_secondary, pt_primary, pt_secondary },
    interval_s: draft.interval_s ?? USUAL_INTERVAL_S,
    ...(profile.can_switch && switchingOf(draft, profile)),
  };
}

function switchingOf({ can_switch, password, ...draft }: MeterDraft, profile: MeterProfile) {
  if (!can_switch || !needsPassword(profile)) return { can_switch };
  const { password_level, operator_code, close_mode } = draft;
  return {
    ...{ can_switch, password_level, operator_code, close_mode },
    password: password === '' ? null : password,
  };
}

/** True if registers after the change are not comparable with those before. */
export function makesRevision(draft: MeterDraft, meter: LineMeter | undefined): boolean {
  const before = meter?.settings;
  if (before === undefined || before === null) return false;
  return (['station', 'profile', ...(Object.keys(NO_RATIOS) as RatioKey[])] as const).some(
    (name) => draft[name] !== before[name],
  );
}
