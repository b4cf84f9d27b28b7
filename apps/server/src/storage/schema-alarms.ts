/** The tables of migration 0015, in the form of `schema.ts`. */
import type { Generated } from 'kysely';
import type { Day, Instant, NullableInstant } from './column-types.ts';

interface AlarmTable {
  customer_id: number;
  alarm_id: Generated<number>;
  device_id: number;
  group_id: number;
  alarm_type: string;
  kind: 'alarm' | 'warning';
  priority: number;
  /** Empty if the alarm concerns no phase. */
  phase: Generated<string>;
  source: 'device' | 'platform';
  opened_at: Instant;
  /** Local day of `opened_at`. */
  day: Day;
  last_at: Instant;
  ended_at: NullableInstant;
  end_reason: string | null;
  count: Generated<number>;
  first_value: number | null;
  last_value: number | null;
  peak_value: number | null;
  limit_value: number | null;
  late: Generated<boolean>;
  quiet: Generated<boolean>;
  handled_at: NullableInstant;
  handled_by: number | null;
  handled_by_name: Generated<string>;
  handled_note: Generated<string>;
  snoozed_until: NullableInstant;
  snoozed_by: number | null;
  snoozed_by_name: Generated<string>;
  deleted_at: NullableInstant;
  deleted_by: number | null;
  deleted_by_name: Generated<string>;
  deletion_reason: Generated<string>;
  /** Added by migration 0017. */
  log_detail: Generated<string>;
}

interface AlarmGroupSumTable {
  customer_id: number;
  period: 'day' | 'month' | 'year' | 'all';
  start_day: Day;
  group_id: number;
  alarm_type: string;
  kind: 'alarm' | 'warning';
  alarms: number;
  handled: number;
}

interface AlarmDeviceSumTable {
  customer_id: number;
  period: 'day' | 'month' | 'year';
  start_day: Day;
  device_id: number;
  alarms: number;
}

interface AlarmNewsTable {
  customer_id: number;
  news_id: Generated<number>;
  alarm_id: number;
  what: 'opened' | 'changed' | 'ended' | 'handled';
  at: Instant;
  quiet: boolean;
}

interface AlarmRuleTable {
  customer_id: number;
  alarm_rule_id: Generated<number>;
  group_id: number | null;
  alarm_type: string;
  in_use: boolean;
  limit_value: number;
  clear_value: number;
  delay_s: number;
  hold_s: number;
  changed_by: number;
  changed_at: Instant;
}

interface AlarmWindowTable {
  customer_id: number;
  alarm_window_id: Generated<number>;
  device_id: number | null;
  group_id: number | null;
  starts_at: Instant;
  ends_at: Instant;
  reason: string;
  created_by: number;
  created_by_name: string;
  created_at: Instant;
  cancelled_at: NullableInstant;
  cancelled_by_name: Generated<string>;
}

export interface AlarmSchema {
  alarm: AlarmTable;
  alarm_group_sum: AlarmGroupSumTable;
  alarm_device_sum: AlarmDeviceSumTable;
  alarm_news: AlarmNewsTable;
  alarm_rule: AlarmRuleTable;
  alarm_window: AlarmWindowTable;
}
