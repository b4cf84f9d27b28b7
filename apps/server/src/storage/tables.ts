/**
 * Whose each table is. A customer's table has `customer_id` first in its primary key and in every
 * unique index, which makes it the tenant wall and, on Citus, the distribution column. A reference
 * table is the same for all customers or leads from an outside name to one, and is replicated.
 * A test compares this list with the catalogue of the database, so a table cannot be forgotten.
 */
export type TableOwner = 'customer' | 'reference';

export const tableOwners = {
  schema_migration: 'reference',
  zone: 'reference',
  currency: 'reference',
  device_type: 'reference',
  installation: 'reference',
  customer: 'customer',
  user_group: 'customer',
  user_account: 'customer',
  account_name: 'reference',
  session: 'reference',
  websocket_ticket: 'reference',
  throttle: 'reference',
  rate: 'customer',
  rate_version: 'customer',
  device: 'customer',
  device_code: 'reference',
  device_state: 'customer',
  measurement: 'customer',
  energy_register: 'customer',
  reading_conflict: 'customer',
  clock_error: 'customer',
  rejected_message: 'customer',
  device_alarm_event: 'customer',
  switch_event: 'customer',
  command: 'customer',
  command_transition: 'customer',
  operation_log: 'customer',
  gateway_process: 'reference',
  device_parameter: 'customer',
  dry_node: 'customer',
  slave_table: 'customer',
  timer: 'customer',
  timer_run: 'customer',
  timer_table: 'customer',
  group_order: 'customer',
  group_order_device: 'customer',
  protection_template: 'customer',
  template_run: 'customer',
  template_step: 'customer',
} as const satisfies Record<string, TableOwner>;
