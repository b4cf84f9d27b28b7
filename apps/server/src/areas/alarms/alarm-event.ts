/** An event about an alarm of one device, from the device itself or from the platform. */
import type { AlarmTransition } from '@busbar/domain/alarm/alarm-life';
import type { ActiveAlarmType } from '@busbar/domain/alarm/alarm-type';

export type AlarmEndReason = 'device' | 'recovered' | 'heard' | 'settled' | 'passed';

export interface AlarmEvent extends AlarmTransition {
  readonly customerId: number;
  readonly deviceId: number;
  readonly type: ActiveAlarmType;
  readonly kind: 'alarm' | 'warning';
  /** Empty if the alarm has no phase; an end event without a phase ends every phase. */
  readonly phase: string;
  /** Reason of an end event. */
  readonly endReason: AlarmEndReason;
}
