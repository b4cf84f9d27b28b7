/**
 * The tables as typed for Kysely, one interface per table, in the order of the migrations.
 * `column-types.ts` describes the types that each column returns and accepts.
 */
import type { Role } from '@busbar/domain/access/role';
import type { DryContactNumber } from '@busbar/domain/alarm/dry-contact';
import type { NotificationLanguage } from '@busbar/domain/notification/channel';
import type { TariffCalendar } from '@busbar/domain/tariff/tariff-calendar';
import type { Generated } from 'kysely';
import type {
  Day,
  Instant,
  Json,
  NullableDecimal,
  NullableInstant,
  NullableJson,
} from './column-types.ts';
import type { EnergyRegisterColumn, MeasurementColumn } from './reading-columns.ts';
import type { AlarmSchema } from './schema-alarms.ts';
import type { AuditSchema, Views } from './schema-audit.ts';
import type { ConfigurationSchema } from './schema-configuration.ts';
import type { ConsoleSchema } from './schema-console.ts';
import type { DeviceInformationSchema } from './schema-devices.ts';
import type { EnergySchema } from './schema-energy.ts';
import type { GroupSchema } from './schema-groups.ts';
import type { OutboxSchema } from './schema-outbox.ts';
import type { ProjectSchema, ProjectViews } from './schema-projects.ts';
import type { ReportSchema } from './schema-reports.ts';
import type { RoleSchema } from './schema-roles.ts';
import type { ThinnedSchema } from './schema-thinned.ts';
import type { TowerSchema } from './schema-towers.ts';
import type { UserSchema } from './schema-users.ts';
import type { LiveWallSchema } from './schema-wall.ts';

// Migration 0001: reference data

interface ZoneTable {
  zone_id: number;
  iana_name: string;
  english_name: string;
  chinese_name: string;
  sort_order: number;
}

interface CurrencyTable {
  currency_id: number;
  code: string;
  english_name: string;
  chinese_name: string;
  symbol: string;
}

interface DeviceTypeTable {
  device_type_id: number;
  name: string;
  kind: 'main' | 'gateway' | 'hidden' | 'dtu' | 'meter';
  expected_interval_s: number;
}

interface InstallationTable {
  name: string;
  value: string;
}

// Migration 0002: customers

interface CustomerTable {
  customer_id: number;
  chinese_code: string;
  english_code: string;
  contact_user: string;
  phone: Generated<string>;
  email: Generated<string>;
  address: Generated<string>;
  use_https: Generated<boolean>;
  use_platform_api: Generated<boolean>;
  receive_url: Generated<string>;
  zone_id: number;
  currency_id: number;
  map_type: Generated<'baidu' | 'google'>;
  state: 'pending' | 'active' | 'rejected';
  settlement_day: Generated<number>;
  registration_ticket_hash: Buffer | null;
  created_at: Instant;
  activated_at: NullableInstant;
  expires_at: NullableInstant;
  /** Added by migration 0030. */
  rejected_reason: Generated<string>;
  most_devices: number | null;
  most_users: number | null;
  version: Generated<number>;
  /** Added by migration 0032. */
  languages: Generated<NotificationLanguage[]>;
  most_messages: number | null;
  /** Added by migration 0035. */
  admins_need_factor: Generated<boolean>;
}

interface UserGroupTable {
  customer_id: number;
  group_id: number;
  parent_id: number | null;
  name: string;
  path: number[];
  created_at: Instant;
  deleted_at: Instant | null;
}

interface UserAccountTable {
  customer_id: number;
  user_id: number;
  group_id: number;
  user_name: string;
  password_hash: string;
  role: Role;
  custom_role_id: Generated<number | null>;
  must_change_password: Generated<boolean>;
  disabled: Generated<boolean>;
  created_at: Instant;
  password_changed_at: Instant;
  last_sign_in_at: NullableInstant;
}

interface AccountNameTable {
  account_key: string;
  customer_id: number;
  user_id: number;
}

interface SessionTable {
  token_hash: Buffer;
  cookie_hash: Buffer | null;
  customer_id: number;
  user_id: number;
  created_at: Instant;
  last_used_at: Instant;
  expires_at: Instant;
  address: string;
  client: string;
}

interface WebsocketTicketTable {
  ticket_hash: Buffer;
  token_hash: Buffer;
  expires_at: Instant;
}

interface ThrottleTable {
  bucket: string;
  failures: number;
  window_started_at: Instant;
  blocked_until: NullableInstant;
}

// Migration 0003: devices

interface RateTable {
  customer_id: number;
  rate_id: number;
  name: string;
  is_default: Generated<boolean>;
  deleted_at: NullableInstant;
  created_at: Instant;
}

interface RateVersionTable {
  customer_id: number;
  rate_id: number;
  version: number;
  start_day: Day | null;
  price_sharp: NullableDecimal;
  price_peak: NullableDecimal;
  price_off_peak: NullableDecimal;
  price_valley: NullableDecimal;
  /** Added by migration 0012; null for the default hours. */
  calendar: NullableJson<TariffCalendar>;
  created_at: Instant;
}

/** Created by migration 0012. */
interface DeviceRateTable {
  customer_id: number;
  device_id: number;
  /** `-infinity` for the first. */
  start_day: Day;
  rate_id: number;
}

interface DeviceTable {
  customer_id: number;
  device_id: number;
  device_code: string;
  name: string;
  device_type_id: number;
  kind: 'main' | 'gateway' | 'hidden' | 'dtu' | 'meter' | 'slave';
  group_id: number;
  rate_id: number;
  gateway_id: number | null;
  slave_address: number | null;
  address: Generated<string>;
  rated_voltage_v: number | null;
  rated_current_a: number | null;
  hardware_version: Generated<string>;
  software_version: Generated<string>;
  band: Generated<string>;
  expected_interval_s: Generated<number>;
  longitude: number | null;
  latitude: number | null;
  bd_longitude: number | null;
  bd_latitude: number | null;
  secret_hash: Buffer | null;
  secret_rotated_at: NullableInstant;
  created_at: Instant;
  deleted_at: NullableInstant;
  /** Added by migration 0024. */
  installed_on: Day | null;
  revision: Generated<number>;
  old_secret_hash: Buffer | null;
  old_secret_until: NullableInstant;
}

interface DeviceCodeTable {
  device_code: string;
  customer_id: number;
  device_id: number;
}

interface DeviceStateTable {
  customer_id: number;
  device_id: number;
  connected: Generated<boolean>;
  connected_at: NullableInstant;
  link_process: string | null;
  heard_at: NullableInstant;
  signal_csq: number | null;
  switch_action: string | null;
  switch_reported_at: NullableInstant;
  /** Null in rows older than the column. */
  switch_since: NullableInstant;
  switch_command_id: string | null;
}

// Migration 0004: readings

interface ReadingKey {
  customer_id: number;
  device_id: number;
  ts: Instant;
  /**
   * 0: the device's own time, 1: time of arrival (it sent none), 2: clock (its time was rejected).
   */
  quality: Generated<number>;
  /** Within +-2^53: compared only with readings of the same device and time. */
  content_hash: number;
}

type MeasurementTable = ReadingKey & Record<MeasurementColumn, number | null>;
type EnergyRegisterTable = ReadingKey & Record<EnergyRegisterColumn, NullableDecimal>;

interface ReadingConflictTable {
  customer_id: number;
  device_id: number;
  ts: Instant;
  content_hash: number;
  content: Json<unknown>;
  received_at: Instant;
}

interface ClockErrorTable {
  customer_id: number;
  device_id: number;
  ts: Instant;
  /** Not an instant column: the device may send any number. */
  device_time_ms: number;
}

interface RejectedMessageTable {
  customer_id: number;
  rejected_message_id: Generated<number>;
  device_id: number | null;
  device_code: string;
  topic: string;
  reason: string;
  detail: Generated<string>;
  /** Truncated if `payload_bytes` is larger than its length. */
  payload: Buffer;
  payload_bytes: number | null;
  received_at: Instant;
}

interface DeviceAlarmEventTable {
  customer_id: number;
  device_alarm_event_id: Generated<number>;
  device_id: number;
  occurred_at: Instant;
  received_at: Instant;
  alarm_type: string;
  kind: 'alarm' | 'warning';
  active: boolean;
  value: number | null;
  limit_value: number | null;
  phase: string | null;
  content_hash: number;
}

interface SwitchEventTable {
  customer_id: number;
  switch_event_id: Generated<number>;
  device_id: number;
  occurred_at: Instant;
  received_at: Instant;
  switch_action: string;
  command_id: string | null;
}

// Migration 0005: control

export type CommandKind = 'switch' | 'slaves' | 'summon' | 'read' | 'write' | 'timers' | 'frame';
export type CommandState =
  | 'queued'
  | 'sent'
  | 'acknowledged'
  | 'confirmed'
  | 'rejected'
  | 'expired'
  | 'cancelled'
  | 'unknown';

interface CommandTable {
  customer_id: number;
  command_id: string;
  /** Added by migration 0008: the message that the command shares with others. */
  message_id: string | null;
  device_id: number;
  link_device_code: string;
  kind: CommandKind;
  switch_order: 'open' | 'close' | 'lock' | 'unlock' | null;
  args: Json<unknown>;
  state: CommandState;
  reason: string | null;
  detail: string | null;
  issued_by: number | null;
  session_hash: Buffer | null;
  source: string;
  client_address: Generated<string>;
  idempotency_key: string | null;
  request_hash: Buffer | null;
  before_action: string | null;
  after_action: string | null;
  created_at: Instant;
  expires_at: Instant;
  sent_at: NullableInstant;
  acknowledged_at: NullableInstant;
  confirmed_at: NullableInstant;
  ended_at: NullableInstant;
  sender: string | null;
}

interface CommandTransitionTable {
  customer_id: number;
  command_id: string;
  step: number;
  state: CommandState;
  at: Instant;
  reason: string | null;
}

// Migration 0006: gateway

interface GatewayProcessTable {
  process_id: string;
  started_at: Instant;
  seen_at: Instant;
}

// Migration 0039: workers

interface WorkerProcessTable {
  process_id: string;
  started_at: Instant;
  seen_at: Instant;
}

// Migration 0046: broker sessions

interface BrokerSessionTable {
  session_number: number;
  holder: string | null;
  leased_until: Instant;
  caught_up_at: Instant | null;
}

// Migration 0007: protection

interface DeviceParameterTable {
  customer_id: number;
  device_id: number;
  parameter_set: string;
  reported: NullableJson<unknown>;
  reported_at: NullableInstant;
  read_asked_at: NullableInstant;
  read_command_id: string | null;
  written: NullableJson<unknown>;
  written_at: NullableInstant;
  write_command_id: string | null;
  verified: NullableJson<unknown>;
}

interface DryNodeTable {
  customer_id: number;
  dry_node_id: Generated<number>;
  device_id: number;
  name_1: string;
  status_1: 'open' | 'close';
  name_2: string;
  status_2: 'open' | 'close';
  created_at: Instant;
  updated_at: Instant;
}

interface DryContactTable {
  customer_id: number;
  device_id: number;
  contact: DryContactNumber;
  closed: boolean;
  reported_at: Instant;
}

// Migration 0008: timers

interface SlaveTableTable {
  customer_id: number;
  device_id: number;
  slots: Json<unknown>;
  read_at: Instant;
}

interface TimerTable {
  customer_id: number;
  timer_id: Generated<number>;
  device_id: number;
  days: number;
  clock_time: string;
  switch_order: 'open' | 'close' | 'lock' | 'unlock';
  enabled: boolean;
  next_run_at: NullableInstant;
  changed_by: number | null;
  changed_at: Instant;
  /** Added by migration 0017; null for a timer by the clock. */
  sun: 'sunrise' | 'sunset' | null;
  sun_offset_min: Generated<number>;
  project_timer_id: number | null;
}

interface TimerRunTable {
  customer_id: number;
  timer_id: number;
  due_at: Instant;
  result: 'ordered' | 'refused' | 'missed' | 'device';
  reason: string | null;
  command_id: string | null;
  recorded_at: Instant;
}

interface TimerTableTable {
  customer_id: number;
  device_id: number;
  wanted_version: number;
  held: NullableJson<unknown>;
  held_at: NullableInstant;
  state: 'waiting' | 'same' | 'refused' | 'different';
  reason: string | null;
  tried_at: NullableInstant;
}

// Migration 0009: batch commands

interface GroupOrderTable {
  customer_id: number;
  group_order_id: string;
  user_id: number;
  session_hash: Buffer;
  client_address: Generated<string>;
  group_id: number;
  switch_order: 'open' | 'close' | 'lock' | 'unlock';
  reason: string | null;
  lock_until: NullableInstant;
  stepped_up: boolean;
  idempotency_key: string | null;
  request_hash: Buffer;
  created_at: Instant;
  ends_at: Instant;
  ended_at: NullableInstant;
  /** Added by migration 0017. */
  project_id: number | null;
}

interface GroupOrderDeviceTable {
  customer_id: number;
  group_order_id: string;
  device_id: number;
  position: number;
  state: 'waiting' | 'ordered' | 'refused' | 'expired' | 'cancelled';
  reason: string | null;
  detail: string | null;
  command_id: string | null;
  turned_at: NullableInstant;
}

// Migration 0010: protection templates

interface ProtectionTemplateTable {
  customer_id: number;
  template_id: string;
  group_id: number;
  name: string;
  sets: Json<unknown>;
  changed_by: number;
  changed_at: Instant;
  version: Generated<number>;
}

interface TemplateRunTable {
  customer_id: number;
  run_id: string;
  template_id: string;
  template_name: string;
  kind: 'read' | 'write';
  sets: Json<unknown>;
  user_id: number;
  session_hash: Buffer;
  client_address: Generated<string>;
  group_id: number;
  created_at: Instant;
  ends_at: Instant;
  ended_at: NullableInstant;
}

interface TemplateStepTable {
  customer_id: number;
  run_id: string;
  device_id: number;
  parameter_set: string;
  position: number;
  state: 'waiting' | 'asked' | 'same' | 'different' | 'refused' | 'not-answered' | 'cancelled';
  reason: string | null;
  detail: string | null;
  command_id: string | null;
  asked_at: NullableInstant;
  fields: NullableJson<unknown>;
  found: NullableJson<unknown>;
}

export interface Schema
  extends EnergySchema,
    AlarmSchema,
    OutboxSchema,
    ProjectSchema,
    ConsoleSchema,
    TowerSchema,
    ReportSchema,
    RoleSchema,
    GroupSchema,
    ConfigurationSchema,
    UserSchema,
    ThinnedSchema,
    DeviceInformationSchema,
    LiveWallSchema,
    AuditSchema,
    Views,
    ProjectViews {
  zone: ZoneTable;
  currency: CurrencyTable;
  device_type: DeviceTypeTable;
  installation: InstallationTable;
  customer: CustomerTable;
  user_group: UserGroupTable;
  user_account: UserAccountTable;
  account_name: AccountNameTable;
  session: SessionTable;
  websocket_ticket: WebsocketTicketTable;
  throttle: ThrottleTable;
  rate: RateTable;
  rate_version: RateVersionTable;
  device_rate: DeviceRateTable;
  device: DeviceTable;
  device_code: DeviceCodeTable;
  device_state: DeviceStateTable;
  measurement: MeasurementTable;
  energy_register: EnergyRegisterTable;
  reading_conflict: ReadingConflictTable;
  clock_error: ClockErrorTable;
  rejected_message: RejectedMessageTable;
  device_alarm_event: DeviceAlarmEventTable;
  switch_event: SwitchEventTable;
  command: CommandTable;
  command_transition: CommandTransitionTable;
  gateway_process: GatewayProcessTable;
  broker_session: BrokerSessionTable;
  worker_process: WorkerProcessTable;
  device_parameter: DeviceParameterTable;
  dry_node: DryNodeTable;
  dry_contact: DryContactTable;
  slave_table: SlaveTableTable;
  timer: TimerTable;
  timer_run: TimerRunTable;
  timer_table: TimerTableTable;
  group_order: GroupOrderTable;
  group_order_device: GroupOrderDeviceTable;
  protection_template: ProtectionTemplateTable;
  template_run: TemplateRunTable;
  template_step: TemplateStepTable;
}
