import type { Protocol } from '@busbar/device-profiles/profile';
import type { LineProtocol } from '@busbar/domain/line/line-form';

/** Names of the standards, the same in every language. */
export const PROTOCOL_NAMES: Readonly<Record<LineProtocol, string>> = {
  'modbus-rtu': 'Modbus RTU',
  'dlt645-2007': 'DL/T 645-2007',
};

export const PROFILE_PROTOCOL_NAMES: Readonly<Record<Protocol, string>> = {
  ...PROTOCOL_NAMES,
  'modbus-tcp': 'Modbus TCP',
};
