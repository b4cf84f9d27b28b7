/**
 * Alarm types (docs/specification/alarms.md 1.1 to 1.3). Each has one row here, one in
 * `alarm-class.ts`, which the web client does not load, and its name in each language
 * (`packages/texts`).
 */

export interface AlarmDefinition {
  /**
   * `device`: devices report it, and the platform raises it as well if `alarm-rule.ts` has a rule
   * for it. `platform`: only the platform raises it.
   */
  readonly raisedBy: 'device' | 'platform';
  /** Quantity to show in the history around the alarm; defaults to the usual ones. */
  readonly quantity?: 'voltage' | 'current' | 'power' | 'temperature';
  /** Unit of value and limit; absent if there is none, or a count (`lampFault`: lamps). */
  readonly unit?: string;
  /** Set if the peak of an alarm is its lowest value; otherwise the peak is the highest value. */
  readonly peak?: 'lowest';
}

/**
 * The platform raises an alarm for an implausible device clock, a command with an unknown outcome, a
 * group with paused commands, a device that went offline, a register step that exceeds the capacity
 * of any breaker, a secret that two devices use, and a dry contact that is not in its normal
 * position.
 */
export const ALARMS = {
  phaseUnbalance: { raisedBy: 'device', unit: '%', quantity: 'current' },
  phaseLoss: { raisedBy: 'device', unit: 'V', quantity: 'voltage', peak: 'lowest' },
  overLoad: { raisedBy: 'device', unit: 'kW', quantity: 'power' },
  overCurrent: { raisedBy: 'device', unit: 'A', quantity: 'current' },
  underVoltage: { raisedBy: 'device', unit: 'V', quantity: 'voltage', peak: 'lowest' },
  overVoltage: { raisedBy: 'device', unit: 'V', quantity: 'voltage' },
  overTemp: { raisedBy: 'device', unit: '°C', quantity: 'temperature' },
  powerOutage: { raisedBy: 'device', unit: 'V', quantity: 'voltage', peak: 'lowest' },
  lampFault: { raisedBy: 'device' },
  antiTamper: { raisedBy: 'device', unit: '%' },
  energyLevel: { raisedBy: 'device', unit: 'kWh' },
  electricLeakage: { raisedBy: 'device', unit: 'mA' },
  clockError: { raisedBy: 'platform' },
  commandUnknown: { raisedBy: 'platform' },
  controlPaused: { raisedBy: 'platform' },
  deviceOffline: { raisedBy: 'platform' },
  impossibleEnergy: { raisedBy: 'platform', unit: 'kWh' },
  clonedCredentials: { raisedBy: 'platform' },
  dryContact1: { raisedBy: 'platform' },
  dryContact2: { raisedBy: 'platform' },
} as const satisfies Record<string, AlarmDefinition>;

type RaisedBy<S extends AlarmDefinition['raisedBy']> = {
  [T in keyof typeof ALARMS]: (typeof ALARMS)[T]['raisedBy'] extends S ? T : never;
}[keyof typeof ALARMS];

/** A type that devices report. */
export type AlarmType = RaisedBy<'device'>;
export type PlatformAlarmType = RaisedBy<'platform'>;
/** Any type. */
export type ActiveAlarmType = AlarmType | PlatformAlarmType;

const typesRaisedBy = (source: AlarmDefinition['raisedBy']): string[] =>
  Object.entries(ALARMS)
    .filter(([, { raisedBy }]) => raisedBy === source)
    .map(([type]) => type);

export const ALARM_TYPES = typesRaisedBy('device') as readonly AlarmType[];
export const PLATFORM_ALARM_TYPES = typesRaisedBy('platform') as readonly PlatformAlarmType[];

/** Types whose peak is the lowest value. */
export const LOWEST_PEAK_TYPES: readonly string[] = Object.entries<AlarmDefinition>(ALARMS)
  .filter(([, { peak }]) => peak === 'lowest')
  .map(([type]) => type);

const definitionOf = (type: string): AlarmDefinition | undefined =>
  Object.hasOwn(ALARMS, type) ? ALARMS[type as ActiveAlarmType] : undefined;

/** The unit of the value and the limit; empty if there is none. */
export const alarmUnit = (type: string): string => definitionOf(type)?.unit ?? '';

/** The quantity that shows the alarm; undefined if none does. */
export const alarmQuantity = (type: string): AlarmDefinition['quantity'] =>
  definitionOf(type)?.quantity;

export const ALARM_KINDS = ['alarm', 'warning'] as const;

export type AlarmKind = (typeof ALARM_KINDS)[number];

export const PHASES = ['A', 'B', 'C'] as const;

export type Phase = (typeof PHASES)[number];
