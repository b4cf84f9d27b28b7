/**
 * Columns that can hold no canary, each with the reason. Booleans and columns that a check
 * constraint limits to an enum are recognized automatically and not listed.
 */
export const WITHOUT_CANARY: Readonly<Record<string, string>> = {
  'bill_issuer.tax_rate': 'per cent',
  'console_favourite.protocol_version': '1 or 2',
  'customer.settlement_day': '1 to 28',
  'device.slave_address': '1 to 20',
  'dry_contact.contact': '1 or 2',
  'lamp_group.error_range': 'per cent',
  'line_meter.interval_s': 'seconds of at most a day',
  'line_meter.password_level': '0 to 9',
  'project_timer.days': 'seven bits, one a weekday',
  'outgoing_line.port': 'at most 65,535',
  'serial_line.baud': 'at most 115,200 bit/s',
  'timer.clock_time': 'a time of day',
  'timer.days': 'seven bits, one a weekday',
  'tower_user.priority': '1 to 4',
  'tower_user.slot': '1 to 4',
  'zigbee_device.slave_address': '1 to 20',
};
