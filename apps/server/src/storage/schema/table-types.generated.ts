// Generated from the migrated database by `npm run db:types`; do not edit.
import type { GeneratedAlways } from 'kysely';
import type { Day, Decimal, Instant, Json, Nullable, WithDefault } from '../column-types.ts';
import type { ColumnValues } from './column-values.ts';

interface AccountNameTable {
  account_key: string;
  customer_id: number;
  user_id: number;
}

interface AlarmTable {
  customer_id: number;
  alarm_id: GeneratedAlways<number>;
  device_id: number;
  group_id: number;
  alarm_type: string;
  kind: 'alarm' | 'warning';
  priority: number;
  phase: WithDefault<string>;
  source: 'device' | 'platform';
  opened_at: Instant;
  day: Day;
  last_at: Instant;
  ended_at: Nullable<Instant>;
  end_reason: string | null;
  count: WithDefault<number>;
  first_value: number | null;
  last_value: number | null;
  peak_value: number | null;
  limit_value: number | null;
  late: WithDefault<boolean>;
  quiet: WithDefault<boolean>;
  handled_at: Nullable<Instant>;
  handled_by: number | null;
  handled_by_name: WithDefault<string>;
  handled_note: WithDefault<string>;
  snoozed_until: Nullable<Instant>;
  snoozed_by: number | null;
  snoozed_by_name: WithDefault<string>;
  deleted_at: Nullable<Instant>;
  deleted_by: number | null;
  deleted_by_name: WithDefault<string>;
  deletion_reason: WithDefault<string>;
  log_detail: WithDefault<string>;
  facts: Nullable<Json<ColumnValues['alarm.facts']>>;
}

interface AlarmDeviceSumTable {
  customer_id: number;
  period: 'day' | 'month' | 'year';
  start_day: Day;
  device_id: number;
  alarms: number;
}

interface AlarmGroupSumTable {
  customer_id: number;
  period: 'day' | 'month' | 'year' | 'all';
  start_day: Day;
  group_id: number;
  alarm_type: string;
  kind: ColumnValues['alarm_group_sum.kind'];
  alarms: number;
  handled: number;
}

interface AlarmNewsTable {
  customer_id: number;
  news_id: GeneratedAlways<number>;
  alarm_id: number;
  what: 'opened' | 'changed' | 'ended' | 'handled';
  at: Instant;
  quiet: boolean;
}

interface AlarmRuleTable {
  customer_id: number;
  alarm_rule_id: GeneratedAlways<number>;
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
  alarm_window_id: GeneratedAlways<number>;
  device_id: number | null;
  group_id: number | null;
  starts_at: Instant;
  ends_at: Instant;
  reason: string;
  created_by: number;
  created_by_name: string;
  created_at: Instant;
  cancelled_at: Nullable<Instant>;
  cancelled_by_name: WithDefault<string>;
}

interface ApiKeyTable {
  key_hash: Buffer;
  api_key_id: number;
  customer_id: number;
  group_id: number;
  name: string;
  prefix: string;
  scopes: ColumnValues['api_key.scopes'];
  created_by: number;
  created_at: Instant;
  expires_at: Instant;
  last_used_at: Nullable<Instant>;
  last_used_address: WithDefault<string>;
  revoked_at: Nullable<Instant>;
  per_minute: number | null;
  per_day: number | null;
}

interface ApiKeyUseTable {
  customer_id: number;
  api_key_id: number;
  second: number;
  seconds: number[];
  day: Day;
  used: number;
  refused: number;
}

interface AuditCheckpointTable {
  customer_id: number;
  seq: number;
  hash: Buffer;
  entries: number;
  forgotten_at: WithDefault<Instant>;
}

interface AuditEntryTable {
  customer_id: number;
  audit_entry_id: GeneratedAlways<number>;
  logged_at: Instant;
  user_id: number | null;
  user_name: WithDefault<string>;
  device_id: number | null;
  device_code: WithDefault<string>;
  group_id: number | null;
  module: string;
  command: string;
  command_id: string | null;
  status: string;
  detail: WithDefault<Json<unknown>>;
  client_address: WithDefault<string>;
  kind: WithDefault<'operation' | 'access'>;
}

interface AuditHeadTable {
  customer_id: number;
  seq: number;
  hash: Buffer;
}

interface AuditHeadExportTable {
  customer_id: number;
  seq: number;
  hash: Buffer;
  exported_at: Instant;
}

interface AuditSealTable {
  customer_id: number;
  seq: number;
  audit_entry_id: number;
  hash: Buffer;
}

interface AuditUnsealedTable {
  customer_id: number;
  audit_entry_id: number;
}

interface BillAddresseeTable {
  customer_id: number;
  group_id: number;
  name: string;
  address: string;
  tax_number: string;
}

interface BillAdjustmentTable {
  customer_id: number;
  bill_adjustment_id: GeneratedAlways<number>;
  of_start_day: Day;
  in_start_day: Day;
  device_id: number;
  energy_wh: number;
  amount: number;
  reason: string;
  created_at: Instant;
  group_path: number[];
}

interface BillIssuerTable {
  customer_id: number;
  name: string;
  address: string;
  tax_number: string;
  tax_name: string;
  tax_rate: Nullable<Decimal>;
}

interface BillLineTable {
  customer_id: number;
  start_day: Day;
  device_id: number;
  rate_id: number;
  rate_version: number;
  band: 'sharp' | 'peak' | 'offPeak' | 'valley';
  energy_wh: number;
  price: Decimal;
  amount: number;
  group_path: number[];
}

interface BrokerSessionTable {
  session_number: number;
  holder: string | null;
  leased_until: Instant;
  caught_up_at: Nullable<Instant>;
  is_subscribed: WithDefault<boolean>;
}

interface ClockErrorTable {
  customer_id: number;
  device_id: number;
  ts: Instant;
  device_time_ms: number;
}

interface CommandTable {
  customer_id: number;
  command_id: string;
  device_id: number;
  link_device_code: string;
  kind: 'switch' | 'slaves' | 'summon' | 'read' | 'write' | 'timers' | 'frame';
  switch_order: 'open' | 'close' | 'lock' | 'unlock' | null;
  args: Json<unknown>;
  state: 'queued' | 'sent' | 'acknowledged' | 'confirmed' | 'rejected' | 'expired' | 'cancelled' | 'unknown';
  reason: string | null;
  detail: string | null;
  issued_by: number | null;
  session_hash: Buffer | null;
  source: string;
  client_address: WithDefault<string>;
  idempotency_key: string | null;
  request_hash: Buffer | null;
  before_action: string | null;
  after_action: string | null;
  created_at: Instant;
  expires_at: Instant;
  sent_at: Nullable<Instant>;
  acknowledged_at: Nullable<Instant>;
  confirmed_at: Nullable<Instant>;
  ended_at: Nullable<Instant>;
  sender: string | null;
  message_id: string | null;
}

interface CommandTransitionTable {
  customer_id: number;
  command_id: string;
  step: number;
  state: ColumnValues['command_transition.state'];
  at: Instant;
  reason: string | null;
}

interface ConsoleFavouriteTable {
  customer_id: number;
  console_favourite_id: GeneratedAlways<number>;
  user_id: number;
  name: string;
  address: string;
  command_code: string;
  data: string;
  protocol_version: 1 | 2;
  created_at: Instant;
}

interface ConsoleFrameTable {
  customer_id: number;
  console_frame_id: GeneratedAlways<number>;
  command_id: string;
  device_id: number;
  user_id: number;
  user_name: string;
  sent_at: Instant;
  effect: 'read' | 'open' | 'close' | 'write';
  send_hex: string;
  receive_hex: string | null;
  received_at: Nullable<Instant>;
}

interface CurrencyTable {
  currency_id: number;
  code: string;
  english_name: string;
  chinese_name: string;
  symbol: string;
}

interface CustomRoleTable {
  customer_id: number;
  custom_role_id: GeneratedAlways<number>;
  name: string;
  copied_from: 'admin' | 'engineer' | 'operator' | 'viewer' | 'auditor';
  permissions: ColumnValues['custom_role.permissions'];
  created_at: Instant;
  changed_at: Instant;
}

interface CustomerTable {
  customer_id: number;
  chinese_code: string;
  english_code: string;
  contact_user: string;
  phone: WithDefault<string>;
  email: WithDefault<string>;
  address: WithDefault<string>;
  use_https: WithDefault<boolean>;
  use_platform_api: WithDefault<boolean>;
  receive_url: WithDefault<string>;
  zone_id: number;
  currency_id: number;
  map_type: WithDefault<'baidu' | 'google'>;
  state: 'pending' | 'active' | 'rejected';
  settlement_day: WithDefault<number>;
  registration_ticket_hash: Buffer | null;
  created_at: Instant;
  activated_at: Nullable<Instant>;
  expires_at: Nullable<Instant>;
  rejected_reason: WithDefault<string>;
  most_devices: number | null;
  most_users: number | null;
  version: WithDefault<number>;
  languages: WithDefault<ColumnValues['customer.languages']>;
  most_messages: number | null;
  admins_need_factor: WithDefault<boolean>;
  organisation_checked: WithDefault<boolean>;
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
  address: WithDefault<string>;
  rated_voltage_v: number | null;
  rated_current_a: number | null;
  hardware_version: WithDefault<string>;
  software_version: WithDefault<string>;
  band: WithDefault<string>;
  expected_interval_s: WithDefault<number>;
  longitude: number | null;
  latitude: number | null;
  bd_longitude: number | null;
  bd_latitude: number | null;
  secret_hash: Buffer | null;
  secret_rotated_at: Nullable<Instant>;
  created_at: Instant;
  deleted_at: Nullable<Instant>;
  installed_on: Day | null;
  revision: WithDefault<number>;
  old_secret_hash: Buffer | null;
  old_secret_until: Nullable<Instant>;
  simulated: WithDefault<boolean>;
  protocol: WithDefault<ColumnValues['device.protocol']>;
  former_ratings: Nullable<Json<unknown>>;
}

interface DeviceAlarmEventTable {
  customer_id: number;
  device_alarm_event_id: GeneratedAlways<number>;
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

interface DeviceCodeTable {
  device_code: string;
  customer_id: number;
  device_id: number;
}

interface DeviceConnectionTable {
  customer_id: number;
  device_connection_id: GeneratedAlways<number>;
  device_id: number;
  at: Instant;
  connected: boolean;
  cause: ColumnValues['device_connection.cause'];
}

interface DeviceFormerPlaceTable {
  customer_id: number;
  device_id: number;
  until_day: Day;
  group_path: number[];
  device_name: string;
}

interface DeviceNoteTable {
  customer_id: number;
  device_note_id: GeneratedAlways<number>;
  device_id: number;
  user_id: number;
  user_name: string;
  text: string;
  created_at: Instant;
}

interface DeviceParameterTable {
  customer_id: number;
  device_id: number;
  parameter_set: string;
  reported: Nullable<Json<unknown>>;
  reported_at: Nullable<Instant>;
  read_asked_at: Nullable<Instant>;
  read_command_id: string | null;
  written: Nullable<Json<unknown>>;
  written_at: Nullable<Instant>;
  write_command_id: string | null;
  verified: Nullable<Json<unknown>>;
}

interface DevicePhotoTable {
  customer_id: number;
  device_photo_id: GeneratedAlways<number>;
  device_id: number;
  user_id: number;
  user_name: string;
  caption: string;
  format: 'jpeg' | 'png' | 'webp';
  width: number;
  height: number;
  byte_count: number;
  content: Buffer;
  created_at: Instant;
}

interface DeviceRateTable {
  customer_id: number;
  device_id: number;
  start_day: Day;
  rate_id: number;
}

interface DeviceSignalTable {
  customer_id: number;
  device_id: number;
  minute: Instant;
  csq: number;
}

interface DeviceStateTable {
  customer_id: number;
  device_id: number;
  connected: WithDefault<boolean>;
  connected_at: Nullable<Instant>;
  link_process: string | null;
  heard_at: Nullable<Instant>;
  signal_csq: number | null;
  switch_action: string | null;
  switch_reported_at: Nullable<Instant>;
  switch_command_id: string | null;
  switch_since: Nullable<Instant>;
  measured_at: Nullable<Instant>;
  active_power_kw: number | null;
  highest_current_a: number | null;
  unreachable: WithDefault<boolean>;
  counts_channel: boolean | null;
}

interface DeviceTypeTable {
  device_type_id: number;
  name: string;
  kind: 'main' | 'gateway' | 'hidden' | 'dtu' | 'meter';
  expected_interval_s: number;
}

interface DryContactTable {
  customer_id: number;
  device_id: number;
  contact: 1 | 2;
  closed: boolean;
  reported_at: Instant;
}

interface DryNodeTable {
  customer_id: number;
  dry_node_id: GeneratedAlways<number>;
  device_id: number;
  name_1: string;
  status_1: 'open' | 'close';
  name_2: string;
  status_2: 'open' | 'close';
  created_at: Instant;
  updated_at: Instant;
}

interface EnergyCheckpointTable {
  customer_id: number;
  device_id: number;
  day: Day;
  state: Json<unknown>;
}

interface EnergyDayTable {
  customer_id: number;
  device_id: number;
  day: Day;
  channel: 'activeTotal' | 'activeImport' | 'activeExport' | 'reactiveTotal' | 'reactiveImport' | 'reactiveExport';
  energy_wh: number;
  sharp_wh: number;
  peak_wh: number;
  off_peak_wh: number;
  valley_wh: number;
  estimated: WithDefault<boolean>;
  final: WithDefault<boolean>;
  rate_id: number | null;
  rate_version: number | null;
  fee_sharp: number | null;
  fee_peak: number | null;
  fee_off_peak: number | null;
  fee_valley: number | null;
}

interface EnergyDeviceMonthTable {
  customer_id: number;
  device_id: number;
  month: Day;
  energy_wh: number;
  sharp_wh: number;
  peak_wh: number;
  off_peak_wh: number;
  valley_wh: number;
  fee: number | null;
}

interface EnergyDirtyTable {
  customer_id: number;
  device_id: number;
  from_ts: Instant;
  of_decision: WithDefault<boolean>;
}

interface EnergyGroupDayTable {
  customer_id: number;
  group_id: number;
  day: Day;
  devices: number;
  energy_wh: number;
  sharp_wh: number;
  peak_wh: number;
  off_peak_wh: number;
  valley_wh: number;
  fee_sharp: number | null;
  fee_peak: number | null;
  fee_off_peak: number | null;
  fee_valley: number | null;
  slot_wh: number[];
  slot_fee: number[];
  estimated: boolean;
  final: boolean;
}

interface EnergyGroupDirtyTable {
  customer_id: number;
  group_id: number;
  day: Day;
}

interface EnergyHeadTable {
  customer_id: number;
  device_id: number;
  last_ts: Instant;
  state: Json<unknown>;
}

interface EnergyOverrideTable {
  customer_id: number;
  energy_override_id: GeneratedAlways<number>;
  device_id: number;
  channel: ColumnValues['energy_override.channel'] | null;
  register_ts: Instant;
  decision: 'count' | 'ignore' | 'set';
  energy_wh: number | null;
  reason: string;
  decided_by: number;
  decided_at: Instant;
  withdrawn_by: number | null;
  withdrawn_at: Nullable<Instant>;
  withdrawal_reason: string | null;
}

interface EnergyRegisterTable {
  customer_id: number;
  device_id: number;
  ts: Instant;
  quality: WithDefault<number>;
  content_hash: number;
  active_total_kwh: Nullable<Decimal>;
  active_total_sharp_kwh: Nullable<Decimal>;
  active_total_peak_kwh: Nullable<Decimal>;
  active_total_off_peak_kwh: Nullable<Decimal>;
  active_total_valley_kwh: Nullable<Decimal>;
  active_import_kwh: Nullable<Decimal>;
  active_import_sharp_kwh: Nullable<Decimal>;
  active_import_peak_kwh: Nullable<Decimal>;
  active_import_off_peak_kwh: Nullable<Decimal>;
  active_import_valley_kwh: Nullable<Decimal>;
  active_export_kwh: Nullable<Decimal>;
  active_export_sharp_kwh: Nullable<Decimal>;
  active_export_peak_kwh: Nullable<Decimal>;
  active_export_off_peak_kwh: Nullable<Decimal>;
  active_export_valley_kwh: Nullable<Decimal>;
  reactive_total_kvarh: Nullable<Decimal>;
  reactive_total_sharp_kvarh: Nullable<Decimal>;
  reactive_total_peak_kvarh: Nullable<Decimal>;
  reactive_total_off_peak_kvarh: Nullable<Decimal>;
  reactive_total_valley_kvarh: Nullable<Decimal>;
  reactive_import_kvarh: Nullable<Decimal>;
  reactive_import_sharp_kvarh: Nullable<Decimal>;
  reactive_import_peak_kvarh: Nullable<Decimal>;
  reactive_import_off_peak_kvarh: Nullable<Decimal>;
  reactive_import_valley_kvarh: Nullable<Decimal>;
  reactive_export_kvarh: Nullable<Decimal>;
  reactive_export_sharp_kvarh: Nullable<Decimal>;
  reactive_export_peak_kvarh: Nullable<Decimal>;
  reactive_export_off_peak_kvarh: Nullable<Decimal>;
  reactive_export_valley_kvarh: Nullable<Decimal>;
}

interface EnergyRegisterQuarterTable {
  customer_id: number;
  device_id: number;
  ts: Instant;
  quality: WithDefault<number>;
  content_hash: number;
  active_total_kwh: Nullable<Decimal>;
  active_total_sharp_kwh: Nullable<Decimal>;
  active_total_peak_kwh: Nullable<Decimal>;
  active_total_off_peak_kwh: Nullable<Decimal>;
  active_total_valley_kwh: Nullable<Decimal>;
  active_import_kwh: Nullable<Decimal>;
  active_import_sharp_kwh: Nullable<Decimal>;
  active_import_peak_kwh: Nullable<Decimal>;
  active_import_off_peak_kwh: Nullable<Decimal>;
  active_import_valley_kwh: Nullable<Decimal>;
  active_export_kwh: Nullable<Decimal>;
  active_export_sharp_kwh: Nullable<Decimal>;
  active_export_peak_kwh: Nullable<Decimal>;
  active_export_off_peak_kwh: Nullable<Decimal>;
  active_export_valley_kwh: Nullable<Decimal>;
  reactive_total_kvarh: Nullable<Decimal>;
  reactive_total_sharp_kvarh: Nullable<Decimal>;
  reactive_total_peak_kvarh: Nullable<Decimal>;
  reactive_total_off_peak_kvarh: Nullable<Decimal>;
  reactive_total_valley_kvarh: Nullable<Decimal>;
  reactive_import_kvarh: Nullable<Decimal>;
  reactive_import_sharp_kvarh: Nullable<Decimal>;
  reactive_import_peak_kvarh: Nullable<Decimal>;
  reactive_import_off_peak_kvarh: Nullable<Decimal>;
  reactive_import_valley_kvarh: Nullable<Decimal>;
  reactive_export_kvarh: Nullable<Decimal>;
  reactive_export_sharp_kvarh: Nullable<Decimal>;
  reactive_export_peak_kvarh: Nullable<Decimal>;
  reactive_export_off_peak_kvarh: Nullable<Decimal>;
  reactive_export_valley_kvarh: Nullable<Decimal>;
}

interface EnergySlotTable {
  customer_id: number;
  device_id: number;
  day: Day;
  slot_wh: number[];
  slot_fee: number[];
  estimated_slots: WithDefault<number[]>;
}

interface EnergyWorkTable {
  customer_id: number;
  device_id: number;
  from_ts: Instant;
}

interface ExternalIdentityTable {
  customer_id: number;
  user_id: number;
  issuer: string;
  subject: string;
  is_created: boolean;
  linked_at: Instant;
}

interface ForwardDeliveryTable {
  customer_id: number;
  forward_delivery_id: GeneratedAlways<number>;
  batch_id: string;
  at: Instant;
  attempt: number;
  records: number;
  bytes: number;
  status: number | null;
  error: string | null;
  took_ms: number;
}

interface ForwardQueueTable {
  customer_id: number;
  forward_id: GeneratedAlways<number>;
  kind: 'reading' | 'state' | 'alarm';
  items: Json<unknown>;
  records: number;
  queued_at: Instant;
}

interface ForwardingTable {
  customer_id: number;
  enabled: boolean;
  secret: string;
  secret_changed_at: Instant;
  suspended_at: Nullable<Instant>;
  enabled_at: Nullable<Instant>;
  last_success_at: Nullable<Instant>;
  last_failure_at: Nullable<Instant>;
  last_error: string | null;
  tested_at: Nullable<Instant>;
}

interface GatewayProcessTable {
  process_id: string;
  started_at: Instant;
  seen_at: Instant;
}

interface GroupDefaultTable {
  customer_id: number;
  group_id: number;
  rate_id: number | null;
  expected_interval_s: number | null;
  template_id: string | null;
  version: WithDefault<number>;
  changed_by: number;
  changed_at: Instant;
}

interface GroupOrderTable {
  customer_id: number;
  group_order_id: string;
  user_id: number;
  session_hash: Buffer;
  client_address: WithDefault<string>;
  group_id: number;
  switch_order: 'open' | 'close' | 'lock' | 'unlock';
  reason: string | null;
  lock_until: Nullable<Instant>;
  stepped_up: boolean;
  idempotency_key: string | null;
  request_hash: Buffer;
  created_at: Instant;
  ends_at: Instant;
  ended_at: Nullable<Instant>;
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
  turned_at: Nullable<Instant>;
}

interface IdentityProviderTable {
  customer_id: number;
  sign_in_key: string;
  name: string;
  issuer: string;
  client_id: string;
  client_secret: string;
  group_claim: string;
  creates_users: boolean;
  allows_passwords: boolean;
  revision: number;
  changed_at: Instant;
}

interface IdentityProviderGroupTable {
  customer_id: number;
  position: number;
  provider_group: string;
  role: ColumnValues['identity_provider_group.role'];
  custom_role_id: number | null;
  group_id: number;
}

interface InstallationTable {
  name: string;
  value: string;
}

interface InvitationTable {
  token_hash: Buffer;
  customer_id: number;
  user_id: number;
  password_hash: string;
  expires_at: Instant;
  is_reset: WithDefault<boolean>;
}

interface IssuedBillTable {
  customer_id: number;
  issued_bill_id: GeneratedAlways<number>;
  number: string;
  group_id: number;
  group_name: string;
  start_day: Day;
  language: ColumnValues['issued_bill.language'];
  document: Json<ColumnValues['issued_bill.document']>;
  issued_at: Instant;
  issued_by: number;
}

interface LampCheckTable {
  customer_id: number;
  lamp_group_id: number;
  next_check_at: Instant;
  checked_at: Nullable<Instant>;
  reading_at: Nullable<Instant>;
  verdict: string | null;
  lamps_on: number | null;
  failed: number | null;
  measured_kw: number | null;
  expected_kw: number | null;
  voltage_v: number | null;
  energy_kwh: number | null;
  reference_kw: number | null;
  findings: WithDefault<Json<unknown>>;
}

interface LampGroupTable {
  customer_id: number;
  lamp_group_id: GeneratedAlways<number>;
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
  in_use: WithDefault<boolean>;
  lamp_kind: string;
  phase: WithDefault<'' | 'A' | 'B' | 'C'>;
  burn_rule: 'sun' | 'clock' | 'switch';
  on_time: string | null;
  off_time: string | null;
  on_offset_min: WithDefault<number>;
  off_offset_min: WithDefault<number>;
  dimmed: WithDefault<Json<unknown>>;
  created_at: Instant;
  deleted_at: Nullable<Instant>;
}

interface LineMeterTable {
  customer_id: number;
  device_id: number;
  station: string;
  profile_id: string;
  ct_primary: Nullable<Decimal>;
  ct_secondary: Nullable<Decimal>;
  pt_primary: Nullable<Decimal>;
  pt_secondary: Nullable<Decimal>;
  interval_s: number;
  revision: WithDefault<number>;
  stored_revision: number | null;
  changed_by: number;
  change_reason: string;
  can_switch: WithDefault<boolean>;
  password_level: number | null;
  password: string | null;
  operator_code: string | null;
  close_mode: 'close' | 'allow-close' | null;
}

interface LineReportTable {
  customer_id: number;
  device_id: number;
  reported_at: Instant;
  report: Json<unknown>;
}

interface LineTestTable {
  customer_id: number;
  device_id: number;
  test_id: string;
  requested_at: Instant;
  request: Json<unknown>;
  claimed_at: Nullable<Instant>;
  result: Nullable<Json<unknown>>;
}

interface MeasurementTable {
  customer_id: number;
  device_id: number;
  ts: Instant;
  quality: WithDefault<number>;
  content_hash: number;
  voltage_a_v: number | null;
  voltage_b_v: number | null;
  voltage_c_v: number | null;
  line_voltage_a_v: number | null;
  line_voltage_b_v: number | null;
  line_voltage_c_v: number | null;
  current_a_a: number | null;
  current_b_a: number | null;
  current_c_a: number | null;
  active_power_kw: number | null;
  active_power_a_kw: number | null;
  active_power_b_kw: number | null;
  active_power_c_kw: number | null;
  reactive_power_kvar: number | null;
  reactive_power_a_kvar: number | null;
  reactive_power_b_kvar: number | null;
  reactive_power_c_kvar: number | null;
  apparent_power_kva: number | null;
  apparent_power_a_kva: number | null;
  apparent_power_b_kva: number | null;
  apparent_power_c_kva: number | null;
  power_factor: number | null;
  power_factor_a: number | null;
  power_factor_b: number | null;
  power_factor_c: number | null;
  frequency_hz: number | null;
  temperature_c: number | null;
}

interface MeasurementFoldedTable {
  customer_id: number;
  device_id: number;
  until: Nullable<Instant>;
  late_at: Nullable<Instant>;
}

interface MeasurementHourTable {
  customer_id: number;
  device_id: number;
  ts: Instant;
  readings: number;
  voltage_a_v_min: number | null;
  voltage_a_v_mean: number | null;
  voltage_a_v_max: number | null;
  voltage_b_v_min: number | null;
  voltage_b_v_mean: number | null;
  voltage_b_v_max: number | null;
  voltage_c_v_min: number | null;
  voltage_c_v_mean: number | null;
  voltage_c_v_max: number | null;
  line_voltage_a_v_min: number | null;
  line_voltage_a_v_mean: number | null;
  line_voltage_a_v_max: number | null;
  line_voltage_b_v_min: number | null;
  line_voltage_b_v_mean: number | null;
  line_voltage_b_v_max: number | null;
  line_voltage_c_v_min: number | null;
  line_voltage_c_v_mean: number | null;
  line_voltage_c_v_max: number | null;
  current_a_a_min: number | null;
  current_a_a_mean: number | null;
  current_a_a_max: number | null;
  current_b_a_min: number | null;
  current_b_a_mean: number | null;
  current_b_a_max: number | null;
  current_c_a_min: number | null;
  current_c_a_mean: number | null;
  current_c_a_max: number | null;
  active_power_kw_min: number | null;
  active_power_kw_mean: number | null;
  active_power_kw_max: number | null;
  active_power_a_kw_min: number | null;
  active_power_a_kw_mean: number | null;
  active_power_a_kw_max: number | null;
  active_power_b_kw_min: number | null;
  active_power_b_kw_mean: number | null;
  active_power_b_kw_max: number | null;
  active_power_c_kw_min: number | null;
  active_power_c_kw_mean: number | null;
  active_power_c_kw_max: number | null;
  reactive_power_kvar_min: number | null;
  reactive_power_kvar_mean: number | null;
  reactive_power_kvar_max: number | null;
  reactive_power_a_kvar_min: number | null;
  reactive_power_a_kvar_mean: number | null;
  reactive_power_a_kvar_max: number | null;
  reactive_power_b_kvar_min: number | null;
  reactive_power_b_kvar_mean: number | null;
  reactive_power_b_kvar_max: number | null;
  reactive_power_c_kvar_min: number | null;
  reactive_power_c_kvar_mean: number | null;
  reactive_power_c_kvar_max: number | null;
  apparent_power_kva_min: number | null;
  apparent_power_kva_mean: number | null;
  apparent_power_kva_max: number | null;
  apparent_power_a_kva_min: number | null;
  apparent_power_a_kva_mean: number | null;
  apparent_power_a_kva_max: number | null;
  apparent_power_b_kva_min: number | null;
  apparent_power_b_kva_mean: number | null;
  apparent_power_b_kva_max: number | null;
  apparent_power_c_kva_min: number | null;
  apparent_power_c_kva_mean: number | null;
  apparent_power_c_kva_max: number | null;
  power_factor_min: number | null;
  power_factor_mean: number | null;
  power_factor_max: number | null;
  power_factor_a_min: number | null;
  power_factor_a_mean: number | null;
  power_factor_a_max: number | null;
  power_factor_b_min: number | null;
  power_factor_b_mean: number | null;
  power_factor_b_max: number | null;
  power_factor_c_min: number | null;
  power_factor_c_mean: number | null;
  power_factor_c_max: number | null;
  frequency_hz_min: number | null;
  frequency_hz_mean: number | null;
  frequency_hz_max: number | null;
  temperature_c_min: number | null;
  temperature_c_mean: number | null;
  temperature_c_max: number | null;
  first_at: Instant;
  last_at: Instant;
}

interface MeasurementQuarterTable {
  customer_id: number;
  device_id: number;
  ts: Instant;
  readings: number;
  voltage_a_v_min: number | null;
  voltage_a_v_mean: number | null;
  voltage_a_v_max: number | null;
  voltage_b_v_min: number | null;
  voltage_b_v_mean: number | null;
  voltage_b_v_max: number | null;
  voltage_c_v_min: number | null;
  voltage_c_v_mean: number | null;
  voltage_c_v_max: number | null;
  line_voltage_a_v_min: number | null;
  line_voltage_a_v_mean: number | null;
  line_voltage_a_v_max: number | null;
  line_voltage_b_v_min: number | null;
  line_voltage_b_v_mean: number | null;
  line_voltage_b_v_max: number | null;
  line_voltage_c_v_min: number | null;
  line_voltage_c_v_mean: number | null;
  line_voltage_c_v_max: number | null;
  current_a_a_min: number | null;
  current_a_a_mean: number | null;
  current_a_a_max: number | null;
  current_b_a_min: number | null;
  current_b_a_mean: number | null;
  current_b_a_max: number | null;
  current_c_a_min: number | null;
  current_c_a_mean: number | null;
  current_c_a_max: number | null;
  active_power_kw_min: number | null;
  active_power_kw_mean: number | null;
  active_power_kw_max: number | null;
  active_power_a_kw_min: number | null;
  active_power_a_kw_mean: number | null;
  active_power_a_kw_max: number | null;
  active_power_b_kw_min: number | null;
  active_power_b_kw_mean: number | null;
  active_power_b_kw_max: number | null;
  active_power_c_kw_min: number | null;
  active_power_c_kw_mean: number | null;
  active_power_c_kw_max: number | null;
  reactive_power_kvar_min: number | null;
  reactive_power_kvar_mean: number | null;
  reactive_power_kvar_max: number | null;
  reactive_power_a_kvar_min: number | null;
  reactive_power_a_kvar_mean: number | null;
  reactive_power_a_kvar_max: number | null;
  reactive_power_b_kvar_min: number | null;
  reactive_power_b_kvar_mean: number | null;
  reactive_power_b_kvar_max: number | null;
  reactive_power_c_kvar_min: number | null;
  reactive_power_c_kvar_mean: number | null;
  reactive_power_c_kvar_max: number | null;
  apparent_power_kva_min: number | null;
  apparent_power_kva_mean: number | null;
  apparent_power_kva_max: number | null;
  apparent_power_a_kva_min: number | null;
  apparent_power_a_kva_mean: number | null;
  apparent_power_a_kva_max: number | null;
  apparent_power_b_kva_min: number | null;
  apparent_power_b_kva_mean: number | null;
  apparent_power_b_kva_max: number | null;
  apparent_power_c_kva_min: number | null;
  apparent_power_c_kva_mean: number | null;
  apparent_power_c_kva_max: number | null;
  power_factor_min: number | null;
  power_factor_mean: number | null;
  power_factor_max: number | null;
  power_factor_a_min: number | null;
  power_factor_a_mean: number | null;
  power_factor_a_max: number | null;
  power_factor_b_min: number | null;
  power_factor_b_mean: number | null;
  power_factor_b_max: number | null;
  power_factor_c_min: number | null;
  power_factor_c_mean: number | null;
  power_factor_c_max: number | null;
  frequency_hz_min: number | null;
  frequency_hz_mean: number | null;
  frequency_hz_max: number | null;
  temperature_c_min: number | null;
  temperature_c_mean: number | null;
  temperature_c_max: number | null;
}

interface MenuArrangementTable {
  customer_id: number;
  role: string;
  entries: Json<ColumnValues['menu_arrangement.entries']>;
  changed_at: Instant;
}

interface MessageDayTable {
  customer_id: number;
  day: Day;
  messages: number;
  told: WithDefault<number>;
}

interface MeterAnswerTable {
  customer_id: number;
  device_id: number;
  ts: Instant;
  revision: number;
  station: string;
  answers: Buffer;
}

interface MeterProfileTable {
  customer_id: number;
  profile_id: string;
  group_id: number;
  name: string;
  file: Json<unknown>;
  version: WithDefault<number>;
  changed_by: number;
  changed_at: Instant;
}

interface NoticeTable {
  customer_id: number;
  user_id: number;
  device_id: number;
  alarm_type: string;
  phase: string;
  alarm_id: number;
  escalated: WithDefault<boolean>;
  escalation_done: WithDefault<boolean>;
  told: string | null;
  told_at: Nullable<Instant>;
  told_count: WithDefault<number>;
  shown: string | null;
  shown_at: Nullable<Instant>;
  due_at: Nullable<Instant>;
}

interface NotificationTable {
  customer_id: number;
  notification_id: GeneratedAlways<number>;
  user_id: number;
  at: Instant;
  read_at: Nullable<Instant>;
  what: string;
  alarm_id: number | null;
  detail: Json<unknown>;
}

interface NotificationProfileTable {
  customer_id: number;
  user_id: number;
  mail_address: WithDefault<string>;
  language: WithDefault<string>;
  zone: WithDefault<string>;
  quiet_from: string | null;
  quiet_to: string | null;
  digest_at: string | null;
  digest_next_at: Nullable<Instant>;
  digest_since: Nullable<Instant>;
  tested_at: Nullable<Instant>;
  test_accepted: WithDefault<boolean>;
}

interface NotificationSettingTable {
  customer_id: number;
  user_id: number;
  alarm_type: string;
  mail: boolean;
  push: boolean;
  in_app: boolean;
  tell_end: boolean;
  through_quiet: boolean;
  interval_min: number;
  repeat_min: number | null;
  escalate_after_min: number | null;
  escalate_to: number | null;
}

interface OutboxTable {
  customer_id: number;
  outbox_id: GeneratedAlways<number>;
  channel: 'mail' | 'push' | 'webhook';
  user_id: number | null;
  dedupe_key: string;
  payload: Json<unknown>;
  receiver: string;
  state: 'waiting' | 'taken' | 'done' | 'dead' | 'held';
  due_at: Instant;
  attempts: WithDefault<number>;
  taken_by: string | null;
  taken_until: Nullable<Instant>;
  last_error: string | null;
  created_at: Instant;
  tried_since: Instant;
  done_at: Nullable<Instant>;
}

interface OutgoingLineTable {
  host: string;
  port: number;
  customer_id: number;
  device_id: number;
  transport: 'modbus-tcp' | 'rtu-over-tcp';
  address: string | null;
  process: string | null;
  trouble: string | null;
}

interface PasswordRequestTable {
  request_id: GeneratedAlways<number>;
  account_key: string;
  language: string;
}

interface PlatformSettingTable {
  section: 'mail' | 'maps' | 'retention' | 'limits' | 'brand';
  value: Json<unknown>;
  secret: string | null;
  picture: Buffer | null;
  picture_type: string | null;
  changed_at: Instant;
}

interface ProjectTable {
  customer_id: number;
  project_id: GeneratedAlways<number>;
  group_id: number;
  name: string;
  type: 'lamp' | 'tower';
  description: WithDefault<string>;
  created_by: number;
  created_by_name: string;
  created_at: Instant;
  deleted_at: Nullable<Instant>;
}

interface ProjectLimitTable {
  customer_id: number;
  project_limit_id: GeneratedAlways<number>;
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
  power_mode: 'single' | 'total' | 'fixed' | 'compared' | 'calculated';
  changed_by: number | null;
  changed_at: Instant;
}

interface ProjectNoticeTable {
  customer_id: number;
  project_notice_id: GeneratedAlways<number>;
  project_id: number;
  mail_address: string;
  mail_notification: boolean;
  app_notification: boolean;
  language: WithDefault<string>;
  created_at: Instant;
}

interface ProjectTimerTable {
  customer_id: number;
  project_timer_id: GeneratedAlways<number>;
  project_id: number;
  lamp_group_id: number | null;
  days: number;
  clock_time: string | null;
  sun: 'sunrise' | 'sunset' | null;
  sun_offset_min: WithDefault<number>;
  switch_order: 'open' | 'close' | 'lock' | 'unlock';
  enabled: boolean;
  changed_by: number | null;
  changed_at: Instant;
}

interface ProjectVisitTable {
  customer_id: number;
  project_visit_id: GeneratedAlways<number>;
  project_id: number;
  lamp_group_id: number | null;
  state: 'planned' | 'done' | 'cancelled';
  starts_at: Instant;
  ends_at: Instant;
  worker: WithDefault<string>;
  notes: WithDefault<string>;
  parts: WithDefault<Json<unknown>>;
  window_ids: WithDefault<number[]>;
  created_by: number;
  created_by_name: string;
  created_at: Instant;
  changed_at: Instant;
}

interface ProtectionTemplateTable {
  customer_id: number;
  template_id: string;
  name: string;
  sets: Json<unknown>;
  changed_by: number;
  changed_at: Instant;
  version: WithDefault<number>;
  group_id: number;
}

interface ProviderLogoutTable {
  customer_id: number;
  logout_hash: Buffer;
  issuer: string;
  subject: string | null;
  sid_hash: Buffer | null;
  received_at: Instant;
  expires_at: Instant;
}

interface PushSubscriptionTable {
  customer_id: number;
  user_id: number;
  endpoint: string;
  p256dh: string;
  auth: string;
  created_at: Instant;
}

interface RateTable {
  customer_id: number;
  rate_id: number;
  name: string;
  is_default: WithDefault<boolean>;
  deleted_at: Nullable<Instant>;
  created_at: Instant;
}

interface RateVersionTable {
  customer_id: number;
  rate_id: number;
  version: number;
  start_day: Day | null;
  price_sharp: Nullable<Decimal>;
  price_peak: Nullable<Decimal>;
  price_off_peak: Nullable<Decimal>;
  price_valley: Nullable<Decimal>;
  calendar: Nullable<Json<ColumnValues['rate_version.calendar']>>;
  created_at: Instant;
}

interface ReadingConflictTable {
  customer_id: number;
  device_id: number;
  ts: Instant;
  content_hash: number;
  content: Json<unknown>;
  received_at: Instant;
}

interface RecoveryCodeTable {
  customer_id: number;
  user_id: number;
  code_hash: Buffer;
  used_at: Nullable<Instant>;
}

interface RejectedMessageTable {
  customer_id: number;
  rejected_message_id: GeneratedAlways<number>;
  device_id: number | null;
  device_code: string;
  topic: string;
  reason: string;
  detail: WithDefault<string>;
  payload: Buffer;
  received_at: Instant;
  payload_bytes: number | null;
}

interface ReportDeliveryTable {
  customer_id: number;
  report_schedule_id: number;
  due_at: Instant;
  user_id: number;
  report_task_id: number | null;
  state: 'making' | 'mailing' | 'sent' | 'listed' | 'failed' | 'missed';
  failure: string | null;
  settled_at: Nullable<Instant>;
  announced: WithDefault<boolean>;
}

interface ReportScheduleTable {
  customer_id: number;
  report_schedule_id: GeneratedAlways<number>;
  user_id: number;
  group_id: number | null;
  device_ids: number[] | null;
  type: ColumnValues['report_schedule.type'];
  format: 'csv' | 'xlsx';
  rhythm: 'day' | 'week' | 'month';
  on_day: number | null;
  clock_time: string;
  span: 'yesterday' | 'last-week' | 'last-month';
  recipients: number[];
  enabled: boolean;
  paused: string | null;
  next_at: Nullable<Instant>;
  created_at: Instant;
  changed_at: Instant;
  by_mail: WithDefault<boolean>;
}

interface ReportTaskTable {
  customer_id: number;
  report_task_id: GeneratedAlways<number>;
  user_id: number;
  group_id: number;
  device_ids: number[] | null;
  type: ColumnValues['report_task.type'];
  format: 'csv' | 'xlsx';
  language: string;
  from_at: Instant;
  to_at: Instant;
  asked_from_at: Instant;
  asked_to_at: Instant;
  question: string;
  state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled' | 'expired';
  progress: WithDefault<number>;
  attempts: WithDefault<number>;
  taken_by: string | null;
  taken_until: Nullable<Instant>;
  row_count: WithDefault<number>;
  file_bytes: number | null;
  failure: string | null;
  created_at: Instant;
  ended_at: Nullable<Instant>;
  keep_until: Nullable<Instant>;
}

interface SchemaMigrationTable {
  number: number;
  name: string;
  checksum: string;
  applied_at: WithDefault<Instant>;
}

interface SecondFactorTable {
  customer_id: number;
  user_id: number;
  secret: Buffer;
  begun_at: Instant;
  confirmed_at: Nullable<Instant>;
  last_step: WithDefault<number>;
}

interface SerialLineTable {
  customer_id: number;
  device_id: number;
  protocol: 'modbus-rtu' | 'dlt645-2007';
  baud: number;
  heartbeat: string;
  needs_secret: WithDefault<boolean>;
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
  provider_issuer: string | null;
  id_token: string | null;
  provider_sid_hash: Buffer | null;
}

interface SettlementPeriodTable {
  customer_id: number;
  start_day: Day;
  end_day: Day;
  closed_at: Instant;
  closed_by: number | null;
}

interface SignInChallengeTable {
  challenge_hash: Buffer;
  customer_id: number;
  user_id: number;
  password_hash: string;
  must_change_password: boolean;
  from_browser: boolean;
  expires_at: Instant;
  provider_issuer: string | null;
  provider_revision: number | null;
  id_token: string | null;
  provider_sid_hash: Buffer | null;
  provider_subject: string | null;
}

interface SimulatedBreakerTable {
  customer_id: number;
  device_id: number;
  state: string;
}

interface SimulationLeaseTable {
  lease_number: number;
  holder: string;
  leased_until: Instant;
}

interface SlaveTableTable {
  customer_id: number;
  device_id: number;
  slots: Json<unknown>;
  read_at: Instant;
}

interface SsoAttemptTable {
  customer_id: number;
  state_hash: Buffer;
  browser_hash: Buffer;
  issuer: string;
  revision: number;
  return_path: string;
  user_id: number | null;
  token_hash: Buffer | null;
  expires_at: Instant;
}

interface SwitchEventTable {
  customer_id: number;
  switch_event_id: GeneratedAlways<number>;
  device_id: number;
  occurred_at: Instant;
  received_at: Instant;
  switch_action: string;
  command_id: string | null;
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
  client_address: WithDefault<string>;
  group_id: number;
  created_at: Instant;
  ends_at: Instant;
  ended_at: Nullable<Instant>;
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
  asked_at: Nullable<Instant>;
  fields: Nullable<Json<unknown>>;
  found: Nullable<Json<unknown>>;
}

interface ThinnedBeforeTable {
  of_table: 'measurement' | 'energy_register';
  at: Instant;
}

interface ThrottleTable {
  bucket: string;
  failures: number;
  window_started_at: Instant;
  blocked_until: Nullable<Instant>;
}

interface TimerTable {
  customer_id: number;
  timer_id: GeneratedAlways<number>;
  device_id: number;
  days: number;
  clock_time: string;
  switch_order: 'open' | 'close' | 'lock' | 'unlock';
  enabled: boolean;
  next_run_at: Nullable<Instant>;
  changed_by: number | null;
  changed_at: Instant;
  sun: 'sunrise' | 'sunset' | null;
  sun_offset_min: WithDefault<number>;
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
  held: Nullable<Json<unknown>>;
  held_at: Nullable<Instant>;
  state: 'waiting' | 'same' | 'refused' | 'different';
  reason: string | null;
  tried_at: Nullable<Instant>;
}

interface TowerTable {
  customer_id: number;
  tower_id: GeneratedAlways<number>;
  project_id: number;
  device_id: number;
  name: string;
  mains_min_v: number;
  cut_delay_s: number;
  hold_s: number;
  stagger_s: number;
  battery_kwh: number;
  mains_state: WithDefault<'unknown' | 'present' | 'failing' | 'absent' | 'returning'>;
  mains_since: Nullable<Instant>;
  absent_since: Nullable<Instant>;
  reading_at: Nullable<Instant>;
  last_start_at: Nullable<Instant>;
  looked_at: Nullable<Instant>;
  next_look_at: Instant;
  changed_by: number;
  changed_at: Instant;
  deleted_at: Nullable<Instant>;
}

interface TowerEventTable {
  customer_id: number;
  tower_event_id: GeneratedAlways<number>;
  tower_id: number;
  slot: number;
  user_name: string;
  at: Instant;
  from_state: string;
  event: string;
  to_state: string;
  cause: string;
  bus_v: number | null;
  decided_by: WithDefault<string>;
}

interface TowerOutageTable {
  customer_id: number;
  tower_id: number;
  began_at: Instant;
  ended_at: Nullable<Instant>;
  lowest_v: number | null;
}

interface TowerPlanTable {
  customer_id: number;
  tower_id: number;
  slot: number;
  from_day: Day;
  device_id: number | null;
  name: string;
  periods: Json<ColumnValues['tower_plan.periods']>;
}

interface TowerUserTable {
  customer_id: number;
  tower_id: number;
  slot: number;
  name: string;
  device_id: number;
  priority: number;
  standby_type: 'none' | 'timed' | 'energy' | 'voltage';
  standby_minutes: number;
  standby_kwh: number;
  cut_v: number;
  reconnect_v: number;
  periods: Json<ColumnValues['tower_user.periods']>;
  mode: 'auto' | 'manual' | 'manual_to_auto';
  return_at: Nullable<Instant>;
  state: 'on' | 'off-period' | 'cut' | 'held' | 'queued' | 'manual-on' | 'manual-off';
  cause: string;
  since: Instant;
  bad_since: Nullable<Instant>;
  good_since: Nullable<Instant>;
  settled: boolean;
  tried_at: Nullable<Instant>;
  tried_count: WithDefault<number>;
  refusal: string | null;
}

interface UserAccountTable {
  customer_id: number;
  user_id: number;
  group_id: number;
  user_name: string;
  password_hash: string;
  role: 'platform' | 'admin' | 'engineer' | 'operator' | 'viewer' | 'auditor';
  must_change_password: WithDefault<boolean>;
  disabled: WithDefault<boolean>;
  created_at: Instant;
  password_changed_at: Instant;
  custom_role_id: number | null;
  last_sign_in_at: Nullable<Instant>;
  reset_mail: WithDefault<string>;
  first_steps_dismissed: WithDefault<boolean>;
  has_password: WithDefault<boolean>;
}

interface UserGroupTable {
  customer_id: number;
  group_id: number;
  parent_id: number | null;
  name: string;
  path: number[];
  created_at: Instant;
  deleted_at: Nullable<Instant>;
}

interface WallLayoutTable {
  customer_id: number;
  user_id: number;
  name: string;
  cells: Json<ColumnValues['wall_layout.cells']>;
  changed_at: Instant;
}

interface WebsocketTicketTable {
  ticket_hash: Buffer;
  token_hash: Buffer;
  expires_at: Instant;
}

interface WorkerProcessTable {
  process_id: string;
  started_at: Instant;
  seen_at: Instant;
}

interface ZigbeeDeviceTable {
  customer_id: number;
  gateway_id: number;
  slave_address: number;
  ieee_address: string;
  exposes: Json<unknown>;
}

interface ZoneTable {
  zone_id: number;
  iana_name: string;
  english_name: string;
  chinese_name: string;
  sort_order: number;
}

export interface Tables {
  account_name: AccountNameTable;
  alarm: AlarmTable;
  alarm_device_sum: AlarmDeviceSumTable;
  alarm_group_sum: AlarmGroupSumTable;
  alarm_news: AlarmNewsTable;
  alarm_rule: AlarmRuleTable;
  alarm_window: AlarmWindowTable;
  api_key: ApiKeyTable;
  api_key_use: ApiKeyUseTable;
  audit_checkpoint: AuditCheckpointTable;
  audit_entry: AuditEntryTable;
  audit_head: AuditHeadTable;
  audit_head_export: AuditHeadExportTable;
  audit_seal: AuditSealTable;
  audit_unsealed: AuditUnsealedTable;
  bill_addressee: BillAddresseeTable;
  bill_adjustment: BillAdjustmentTable;
  bill_issuer: BillIssuerTable;
  bill_line: BillLineTable;
  broker_session: BrokerSessionTable;
  clock_error: ClockErrorTable;
  command: CommandTable;
  command_transition: CommandTransitionTable;
  console_favourite: ConsoleFavouriteTable;
  console_frame: ConsoleFrameTable;
  currency: CurrencyTable;
  custom_role: CustomRoleTable;
  customer: CustomerTable;
  device: DeviceTable;
  device_alarm_event: DeviceAlarmEventTable;
  device_code: DeviceCodeTable;
  device_connection: DeviceConnectionTable;
  device_former_place: DeviceFormerPlaceTable;
  device_note: DeviceNoteTable;
  device_parameter: DeviceParameterTable;
  device_photo: DevicePhotoTable;
  device_rate: DeviceRateTable;
  device_signal: DeviceSignalTable;
  device_state: DeviceStateTable;
  device_type: DeviceTypeTable;
  dry_contact: DryContactTable;
  dry_node: DryNodeTable;
  energy_checkpoint: EnergyCheckpointTable;
  energy_day: EnergyDayTable;
  energy_device_month: EnergyDeviceMonthTable;
  energy_dirty: EnergyDirtyTable;
  energy_group_day: EnergyGroupDayTable;
  energy_group_dirty: EnergyGroupDirtyTable;
  energy_head: EnergyHeadTable;
  energy_override: EnergyOverrideTable;
  energy_register: EnergyRegisterTable;
  energy_register_quarter: EnergyRegisterQuarterTable;
  energy_slot: EnergySlotTable;
  energy_work: EnergyWorkTable;
  external_identity: ExternalIdentityTable;
  forward_delivery: ForwardDeliveryTable;
  forward_queue: ForwardQueueTable;
  forwarding: ForwardingTable;
  gateway_process: GatewayProcessTable;
  group_default: GroupDefaultTable;
  group_order: GroupOrderTable;
  group_order_device: GroupOrderDeviceTable;
  identity_provider: IdentityProviderTable;
  identity_provider_group: IdentityProviderGroupTable;
  installation: InstallationTable;
  invitation: InvitationTable;
  issued_bill: IssuedBillTable;
  lamp_check: LampCheckTable;
  lamp_group: LampGroupTable;
  line_meter: LineMeterTable;
  line_report: LineReportTable;
  line_test: LineTestTable;
  measurement: MeasurementTable;
  measurement_folded: MeasurementFoldedTable;
  measurement_hour: MeasurementHourTable;
  measurement_quarter: MeasurementQuarterTable;
  menu_arrangement: MenuArrangementTable;
  message_day: MessageDayTable;
  meter_answer: MeterAnswerTable;
  meter_profile: MeterProfileTable;
  notice: NoticeTable;
  notification: NotificationTable;
  notification_profile: NotificationProfileTable;
  notification_setting: NotificationSettingTable;
  outbox: OutboxTable;
  outgoing_line: OutgoingLineTable;
  password_request: PasswordRequestTable;
  platform_setting: PlatformSettingTable;
  project: ProjectTable;
  project_limit: ProjectLimitTable;
  project_notice: ProjectNoticeTable;
  project_timer: ProjectTimerTable;
  project_visit: ProjectVisitTable;
  protection_template: ProtectionTemplateTable;
  provider_logout: ProviderLogoutTable;
  push_subscription: PushSubscriptionTable;
  rate: RateTable;
  rate_version: RateVersionTable;
  reading_conflict: ReadingConflictTable;
  recovery_code: RecoveryCodeTable;
  rejected_message: RejectedMessageTable;
  report_delivery: ReportDeliveryTable;
  report_schedule: ReportScheduleTable;
  report_task: ReportTaskTable;
  schema_migration: SchemaMigrationTable;
  second_factor: SecondFactorTable;
  serial_line: SerialLineTable;
  session: SessionTable;
  settlement_period: SettlementPeriodTable;
  sign_in_challenge: SignInChallengeTable;
  simulated_breaker: SimulatedBreakerTable;
  simulation_lease: SimulationLeaseTable;
  slave_table: SlaveTableTable;
  sso_attempt: SsoAttemptTable;
  switch_event: SwitchEventTable;
  template_run: TemplateRunTable;
  template_step: TemplateStepTable;
  thinned_before: ThinnedBeforeTable;
  throttle: ThrottleTable;
  timer: TimerTable;
  timer_run: TimerRunTable;
  timer_table: TimerTableTable;
  tower: TowerTable;
  tower_event: TowerEventTable;
  tower_outage: TowerOutageTable;
  tower_plan: TowerPlanTable;
  tower_user: TowerUserTable;
  user_account: UserAccountTable;
  user_group: UserGroupTable;
  wall_layout: WallLayoutTable;
  websocket_ticket: WebsocketTicketTable;
  worker_process: WorkerProcessTable;
  zigbee_device: ZigbeeDeviceTable;
  zone: ZoneTable;
}
