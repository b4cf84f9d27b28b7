/**
 * Alarm types (docs/specification/alarms.md 1.1 to 1.3). Each has one row here, one count field in
 * the contract (`alarm-count-fields.ts`) and its texts in the languages of screens and mails.
 */

/**
 * 1: danger to people or plant, or a power loss; 2: damage follows without action; 3: needs
 * attention today; 4: for information. The real-time list is sorted by priority.
 */
export const ALARM_PRIORITIES = [1, 2, 3, 4] as const;

export type AlarmPriority = (typeof ALARM_PRIORITIES)[number];

export interface AlarmDefinition {
  /** Devices report their alarms themselves; the platform raises the others. */
  readonly raisedBy: 'device' | 'platform';
  readonly priority: AlarmPriority;
  /**
   * "Chinese:English", for old clients (docs/specification/alarms.md 2.2; docs/decisions.md 15).
   * The Chinese labels match the screens and mails, the English ones match
   * docs/specification/dashboard.md 6.3.
   */
  readonly label: string;
  /** Unit of value and limit; absent if there is none, or a count (`lampFault`: lamps). */
  readonly unit?: string;
}

/**
 * The platform raises an alarm for an implausible device clock, a command with an unknown outcome, a
 * group with paused commands, a device that went offline, a register step that exceeds the capacity
 * of any breaker, a secret that two devices use, and a dry contact that is not in its normal
 * position.
 */
export const ALARMS = {
  phaseUnbalance: {
    raisedBy: 'device',
    priority: 3,
    label: '三相不平衡:Phase unbalance',
    unit: '%',
  },
  phaseLoss: { raisedBy: 'device', priority: 1, label: '缺相:Phase loss', unit: 'V' },
  overLoad: { raisedBy: 'device', priority: 2, label: '过载:Overload', unit: 'kW' },
  overCurrent: { raisedBy: 'device', priority: 2, label: '过流:Overcurrent', unit: 'A' },
  underVoltage: { raisedBy: 'device', priority: 2, label: '欠压:Undervoltage', unit: 'V' },
  overVoltage: { raisedBy: 'device', priority: 2, label: '过压:Overvoltage', unit: 'V' },
  overTemp: { raisedBy: 'device', priority: 1, label: '过温:Overtemperature', unit: '°C' },
  powerOutage: { raisedBy: 'device', priority: 1, label: '失电:Power outage', unit: 'V' },
  lampFault: { raisedBy: 'device', priority: 3, label: '灯具故障:Lamp fault' },
  antiTamper: { raisedBy: 'device', priority: 2, label: '防拆告警:Tampering', unit: '%' },
  energyLevel: { raisedBy: 'device', priority: 4, label: '电量告警:Energy level', unit: 'kWh' },
  electricLeakage: { raisedBy: 'device', priority: 1, label: '漏电:Electric leakage', unit: 'mA' },
  clockError: { raisedBy: 'platform', priority: 3, label: '设备时钟错误:Clock error' },
  commandUnknown: {
    raisedBy: 'platform',
    priority: 1,
    label: '命令结果未知:Command outcome unknown',
  },
  controlPaused: {
    raisedBy: 'platform',
    priority: 2,
    label: '本组远程分合闸已暂停:Group operations held',
  },
  deviceOffline: { raisedBy: 'platform', priority: 2, label: '设备离线:Device offline' },
  impossibleEnergy: {
    raisedBy: 'platform',
    priority: 3,
    label: '电量数据异常:Impossible energy',
    unit: 'kWh',
  },
  clonedCredentials: {
    raisedBy: 'platform',
    priority: 1,
    label: '设备密钥被重复使用:Device secret used twice',
  },
  dryContact1: { raisedBy: 'platform', priority: 2, label: '干接点 1:Dry contact 1' },
  dryContact2: { raisedBy: 'platform', priority: 2, label: '干接点 2:Dry contact 2' },
} as const satisfies Record<string, AlarmDefinition>;

type RaisedBy<S extends AlarmDefinition['raisedBy']> = {
  [T in keyof typeof ALARMS]: (typeof ALARMS)[T]['raisedBy'] extends S ? T : never;
}[keyof typeof ALARMS];

/** A type that devices report. */
export type AlarmType = RaisedBy<'device'>;
export type PlatformAlarmType = RaisedBy<'platform'>;
/** Any type. */
export type StandingAlarmType = AlarmType | PlatformAlarmType;

const typesRaisedBy = (source: AlarmDefinition['raisedBy']): string[] =>
  Object.entries(ALARMS)
    .filter(([, { raisedBy }]) => raisedBy === source)
    .map(([type]) => type);

export const ALARM_TYPES = typesRaisedBy('device') as readonly AlarmType[];
export const PLATFORM_ALARM_TYPES = typesRaisedBy('platform') as readonly PlatformAlarmType[];

/** Returns undefined for a type of another version. */
export function alarmDefinition(type: string): AlarmDefinition | undefined {
  return Object.hasOwn(ALARMS, type) ? ALARMS[type as StandingAlarmType] : undefined;
}

/** A type of another version has the lowest priority. */
export function alarmPriority(type: string): AlarmPriority {
  return alarmDefinition(type)?.priority ?? 4;
}

/** The unit of the value and the limit; empty if there is none. */
export function alarmUnit(type: string): string {
  return alarmDefinition(type)?.unit ?? '';
}

export const ALARM_KINDS = ['alarm', 'warning'] as const;

export type AlarmKind = (typeof ALARM_KINDS)[number];

export const PHASES = ['A', 'B', 'C'] as const;

export type Phase = (typeof PHASES)[number];
