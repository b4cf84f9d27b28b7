/**
 * Values of columns that the database does not describe: arrays of names, names without a CHECK
 * constraint, the content of JSON. The generated table types refer to them by table and column; run
 * `npm run db:types` after a change.
 *
 * The migrations describe every column. These facts are missing there, because a migration is never
 * edited:
 * - `content_hash` is within +-2^53: it is compared only with readings of one device and time.
 * - `clock_error.device_time_ms` is not an instant, because a device may send any number.
 * - `device_state.switch_since` is null in rows that are older than the column.
 * - `platform_setting.secret` is the password of the mail section; `picture` is the logo of the
 *   brand section, and `picture_type` its media type.
 * - An expired report was done, and its file has been deleted. The mail of a delivery in state
 *   `mailing` is in the outbox.
 */
import type { ApiScope } from '@busbar/domain/access/api-scope';
import type { MenuArrangement } from '@busbar/domain/access/menu/menu-arrangement';
import type { CustomerRole } from '@busbar/domain/access/own-role';
import type { CustomerPermission } from '@busbar/domain/access/permission';
import type { AlarmFacts } from '@busbar/domain/alarm/alarm-facts';
import type { BillDocument } from '@busbar/domain/billing/bill-document';
import type { ConnectionCause } from '@busbar/domain/device/connection-cause';
import type { DeviceProtocol } from '@busbar/domain/device/protocol/device-protocol';
import type { EnergyChannel } from '@busbar/domain/energy/energy-channel';
import type { NotificationLanguage } from '@busbar/domain/notification/channel';
import type { ReportType } from '@busbar/domain/report/report-kind';
import type { CommandState } from '@busbar/domain/switch/command-state';
import type { TariffCalendar } from '@busbar/domain/tariff/tariff-calendar';
import type { TimePeriod } from '@busbar/domain/tower/time-period';
import type { WallCell } from '@busbar/domain/wall/wall-cell';

export interface ColumnValues {
  'alarm.facts': AlarmFacts;
  'alarm_group_sum.kind': 'alarm' | 'warning';
  'api_key.scopes': ApiScope[];
  'command_transition.state': CommandState;
  'custom_role.permissions': CustomerPermission[];
  'customer.languages': NotificationLanguage[];
  'device.protocol': DeviceProtocol;
  'device_connection.cause': ConnectionCause;
  'energy_override.channel': EnergyChannel;
  'identity_provider_group.role': CustomerRole;
  'issued_bill.document': BillDocument;
  'issued_bill.language': NotificationLanguage;
  'menu_arrangement.entries': MenuArrangement;
  'rate_version.calendar': TariffCalendar;
  'report_schedule.type': ReportType;
  'report_task.type': ReportType;
  'tower_plan.periods': readonly TimePeriod[];
  'tower_user.periods': readonly TimePeriod[];
  'wall_layout.cells': readonly WallCell[];
}
