/** Calls an API key may make, by the key's scopes. A call that is not listed accepts no key. */
import type { ApiScope } from '@busbar/domain/access/api-scope';
import type { CallName } from './catalogue.ts';

export const API_SCOPE_CALLS: Readonly<Record<ApiScope, readonly CallName[]>> = {
  'read:devices': ['v2.devices', 'v2.device', 'v2.device-map', 'v2.statistics-online'],
  'read:readings': [
    'v1.data.findVariableByDateTime',
    'v2.energy',
    'v2.energy-fee',
    'v2.energy-device',
    'v2.energy-days',
  ],
  'read:alarms': ['v2.alarms', 'v2.alarm-count'],
};
