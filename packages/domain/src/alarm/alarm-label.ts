/**
 * Labels of the alarm types in the two languages of `alarm_type`, "Chinese:English"
 * (docs/specification/alarms.md 2.2; docs/decisions.md 15). Screens translate the type itself;
 * these labels are for old clients. The Chinese labels match the screens and mails, the English
 * ones match docs/specification/dashboard.md 6.3. The alarm of a dry contact has the name of the
 * contact.
 */
import { isDryContactAlarm } from './dry-contact.ts';
import type { StandingAlarmType } from './standing-alarm.ts';

const ALARM_LABELS: Readonly<Record<StandingAlarmType, string>> = {
  phaseUnbalance: '三相不平衡:Phase unbalance',
  phaseLoss: '缺相:Phase loss',
  overLoad: '过载:Overload',
  overCurrent: '过流:Overcurrent',
  underVoltage: '欠压:Undervoltage',
  overVoltage: '过压:Overvoltage',
  overTemp: '过温:Overtemperature',
  powerOutage: '失电:Power outage',
  lampFault: '灯具故障:Lamp fault',
  antiTamper: '防拆告警:Tampering',
  energyLevel: '电量告警:Energy level',
  electricLeakage: '漏电:Electric leakage',
  clockError: '设备时钟错误:Clock error',
  commandUnknown: '命令结果未知:Command outcome unknown',
  controlPaused: '本组远程分合闸已暂停:Group operations held',
  deviceOffline: '设备离线:Device offline',
  impossibleEnergy: '电量数据异常:Impossible energy',
  clonedCredentials: '设备密钥被重复使用:Device secret used twice',
  dryContact1: '干接点 1:Dry contact 1',
  dryContact2: '干接点 2:Dry contact 2',
};

/** A type of another version is its own label. `detail` is the detail of the alarm. */
export function alarmLabel(type: string, detail = ''): string {
  if (isDryContactAlarm(type) && detail !== '') {
    // The colon separates the two languages.
    const name = detail.replaceAll(':', '\uff1a');
    return `${name}:${name}`;
  }
  return Object.hasOwn(ALARM_LABELS, type)
    ? ALARM_LABELS[type as StandingAlarmType]
    : `${type}:${type}`;
}
