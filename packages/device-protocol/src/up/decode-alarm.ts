/** Alarms and warnings that a device raises or ends (device protocol, "Up"). */
import { ALARM_KINDS, PHASES } from '@busbar/domain/alarm/alarm-type';
import type { AlarmReport } from '@busbar/domain/device/device-report';
import type { Payload } from '../payload.ts';
import type { Decoded } from '../rejection.ts';
import { addressOf, booleanOf, enumOf, numberOf, required, timeOf } from '../wire-values.ts';
import { ALARM_WIRE_NAMES, alarmTypeOfWireName } from './alarm-names.ts';
import { countUnknown, decodeObject } from './decode-object.ts';

const FIELDS = ['ts', 'ad', 'type', 'kind', 'active', 'value', 'limit', 'phase'];
const LARGEST = 1e9;

export function decodeAlarm(payload: Payload): Decoded<AlarmReport> {
  return decodeObject(payload, (record) => ({
    accepted: [
      {
        address: addressOf(record),
        deviceTime: timeOf(record),
        type: alarmTypeOfWireName(required(enumOf(record, 'type', ALARM_WIRE_NAMES), 'type')),
        kind: required(enumOf(record, 'kind', ALARM_KINDS), 'kind'),
        active: required(booleanOf(record, 'active'), 'active'),
        value: numberOf(record, 'value', -LARGEST, LARGEST),
        limit: numberOf(record, 'limit', -LARGEST, LARGEST),
        phase: enumOf(record, 'phase', PHASES),
      },
    ],
    rejected: [],
    unknownFields: countUnknown(record, FIELDS),
  }));
}
