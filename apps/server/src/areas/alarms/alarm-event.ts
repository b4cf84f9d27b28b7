/** A word about an alarm of one device: by the device itself, or by the platform. */
import type { AlarmWord } from '@busbar/domain/alarm/alarm-life';
import type { StandingAlarmType } from '@busbar/domain/alarm/standing-alarm';

export type AlarmEndReason = 'device' | 'recovered' | 'heard' | 'settled' | 'passed';

export interface AlarmEvent extends AlarmWord {
  readonly customerId: number;
  readonly deviceId: number;
  readonly type: StandingAlarmType;
  readonly kind: 'alarm' | 'warning';
  /** Empty when it is of none; an end of none ends every phase. */
  readonly phase: string;
  /** Of an end. */
  readonly endReason: AlarmEndReason;
}
