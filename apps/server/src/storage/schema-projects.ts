/** The tables of migration 0017, in the form of `schema.ts`. */
import type { Generated } from 'kysely';
import type { DefaultedJson, Instant, NullableInstant } from './column-types.ts';

interface ProjectTable {
  customer_id: number;
  project_id: Generated<number>;
  group_id: number;
  name: string;
  type: 'lamp' | 'tower';
  description: Generated<string>;
  created_by: number;
  created_by_name: string;
  created_at: Instant;
  deleted_at: NullableInstant;
}

interface LampGroupTable {
  customer_id: number;
  lamp_group_id: Generated<number>;
  project_id: number;
  device_id: number;
  name: string;
  lamp_count: number;
  lamp_power_kw: number;
  error_range: number;
  longitude: number | null;
  latitude: number | null;
  bd_longitude: number | null;
  bd_latitude: number | null;
  in_use: Generated<boolean>;
  lamp_kind: string;
  phase: Generated<string>;
  burn_rule: 'sun' | 'clock' | 'switch';
  on_time: string | null;
  off_time: string | null;
  on_offset_min: Generated<number>;
  off_offset_min: Generated<number>;
  dimmed: DefaultedJson<unknown>;
  created_at: Instant;
  deleted_at: NullableInstant;
}

interface LampCheckTable {
  customer_id: number;
  lamp_group_id: number;
  next_check_at: Instant;
  checked_at: NullableInstant;
  reading_at: NullableInstant;
  verdict: string | null;
  lamps_on: number | null;
  failed: number | null;
  measured_kw: number | null;
  expected_kw: number | null;
  voltage_v: number | null;
  energy_kwh: number | null;
  reference_kw: number | null;
  findings: DefaultedJson<unknown>;
}

interface ProjectLimitTable {
  customer_id: number;
  project_limit_id: Generated<number>;
  project_id: number;
  kind: 'warning' | 'alarm';
  in_use: boolean;
  warning_value_1: number | null;
  warning_value_2: number | null;
  warning_value_3: number | null;
  alarm_value: number;
  check_time: string;
  scheduled_lamp_count: number | null;
  scheduled_power_kw: number | null;
  over_rate: number;
  under_rate: number;
  power_mode: string;
  changed_by: number | null;
  changed_at: Instant;
}

interface ProjectNoticeTable {
  customer_id: number;
  project_notice_id: Generated<number>;
  project_id: number;
  mail_address: string;
  mail_notification: boolean;
  app_notification: boolean;
  language: Generated<string>;
  created_at: Instant;
}

interface ProjectTimerTable {
  customer_id: number;
  project_timer_id: Generated<number>;
  project_id: number;
  lamp_group_id: number | null;
  days: number;
  clock_time: string | null;
  sun: 'sunrise' | 'sunset' | null;
  sun_offset_min: Generated<number>;
  switch_order: 'open' | 'close' | 'lock' | 'unlock';
  enabled: boolean;
  changed_by: number | null;
  changed_at: Instant;
}

interface ProjectVisitTable {
  customer_id: number;
  project_visit_id: Generated<number>;
  project_id: number;
  lamp_group_id: number | null;
  state: 'planned' | 'done' | 'cancelled';
  starts_at: Instant;
  ends_at: Instant;
  worker: Generated<string>;
  notes: Generated<string>;
  parts: DefaultedJson<unknown>;
  window_ids: Generated<number[]>;
  created_by: number;
  created_by_name: string;
  created_at: Instant;
  changed_at: Instant;
}

interface ProjectDeviceView {
  customer_id: number;
  project_id: number;
  device_id: number;
  lamp_group_id: number | null;
  tower_id: number | null;
  name: string;
}

export interface ProjectSchema {
  project: ProjectTable;
  lamp_group: LampGroupTable;
  lamp_check: LampCheckTable;
  project_limit: ProjectLimitTable;
  project_notice: ProjectNoticeTable;
  project_timer: ProjectTimerTable;
  project_visit: ProjectVisitTable;
}

export interface ProjectViews {
  project_device: ProjectDeviceView;
}
