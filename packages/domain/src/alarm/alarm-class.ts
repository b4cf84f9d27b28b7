/** Priorities and labels of alarms, by type. */
import type { ActiveAlarmType } from './alarm-type.ts';
import { isDryContactAlarm } from './dry-contact.ts';

/**
 * 1: danger to people or plant, or a power loss; 2: damage follows without action; 3: needs
 * attention today; 4: for information. The real-time list is sorted by priority.
 */
export const ALARM_PRIORITIES = [1, 2, 3, 4] as const;

export type AlarmPriority = (typeof ALARM_PRIORITIES)[number];

interface AlarmClass {
  readonly priority: AlarmPriority;
  /**
   * "Chinese:English", for old clients (docs/specification/alarms.md 2.2; docs/decisions.md 15).
   * The Chinese labels match the screens and mails, the English ones match
   * docs/specification/dashboard.md 6.3.
   */
  readonly label: string;
}

const CLASSES: Readonly<Record<ActiveAlarmType, AlarmClass>> = {
  phaseUnbalance: { priority: 3, label: '三相不平衡:Phase unbalance' },
  phaseLoss: { priority: 1, label: '缺相:Phase loss' },
  overLoad: { priority: 2, label: '过载:Overload' },
  overCurrent: { priority: 2, label: '过流:Overcurrent' },
  underVoltage: { priority: 2, label: '欠压:Undervoltage' },
  overVoltage: { priority: 2, label: '过压:Overvoltage' },
  overTemp: { priority: 1, label: '过温:Overtemperature' },
  powerOutage: { priority: 1, label: '失电:Power outage' },
  lampFault: { priority: 3, label: '灯具故障:Lamp fault' },
  antiTamper: { priority: 2, label: '防拆告警:Tampering' },
  energyLevel: { priority: 4, label: '电量告警:Energy level' },
  electricLeakage: { priority: 1, label: '漏电:Electric leakage' },
  clockError: { priority: 3, label: '设备时钟错误:Clock error' },
  commandUnknown: { priority: 1, label: '命令结果未知:Command outcome unknown' },
  controlPaused: { priority: 2, label: '本组远程分合闸已暂停:Group operations held' },
  deviceOffline: { priority: 2, label: '设备离线:Device offline' },
  impossibleEnergy: { priority: 3, label: '电量数据异常:Impossible energy' },
  clonedCredentials: { priority: 1, label: '设备密钥被重复使用:Device secret used twice' },
  dryContact1: { priority: 2, label: '干接点 1:Dry contact 1' },
  dryContact2: { priority: 2, label: '干接点 2:Dry contact 2' },
};

/** Returns undefined for a type of another version. */
function classOf(type: string): AlarmClass | undefined {
  return Object.hasOwn(CLASSES, type) ? CLASSES[type as ActiveAlarmType] : undefined;
}

/** A type of another version has the lowest priority. */
export function alarmPriority(type: string): AlarmPriority {
  return classOf(type)?.priority ?? 4;
}

/**
 * Returns "Chinese:English". The alarm of a dry contact has the name of the contact, from `detail`.
 * A type of another version is its own label.
 */
export function alarmLabel(type: string, detail = ''): string {
  if (isDryContactAlarm(type) && detail !== '') {
    // The colon separates the two languages.
    const name = detail.replaceAll(':', '\uff1a');
    return `${name}:${name}`;
  }
  return classOf(type)?.label ?? `${type}:${type}`;
}
