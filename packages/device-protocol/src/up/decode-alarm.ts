/** Alarms and warnings that a device raises or ends (device protocol, "Up"). */
import {
  ALARM_KINDS,
  type AlarmKind,
  type AlarmType,
  PHASES,
  type Phase,
} from '@busbar/domain/alarm/alarm-type';
import type { Payload } from '../payload.ts';
import type { Decoded } from '../rejection.ts';
import { addressOf, booleanOf, numberOf, required, timeOf, wordOf } from '../wire-values.ts';
import { ALARM_WIRE_NAMES, alarmTypeOfWireName } from './alarm-names.ts';
import { countUnknown, decodeObject } from './decode-object.ts';

export interface AlarmReport {
  readonly address: number | undefined;
  readonly deviceTime: number | undefined;
  readonly type: AlarmType;
  readonly kind: AlarmKind;
  /** False ends the alarm. */
  readonly active: boolean;
  /** The measured value and the limit it passed, in the unit of the type. */
  readonly value: number | undefined;
  readonly limit: number | undefined;
  readonly phase: Phase | undefined;
}

const FIELDS = ['ts', 'ad', 'type', 'kind', 'active', 'value', 'limit', 'phase'];
const LARGEST = 1e9;

export function decodeAlarm(payload: Payload): Decoded<AlarmReport> {
  return decodeObject(payload, (record) => ({
    accepted: [
      {
        address: addressOf(record),
        deviceTime: timeOf(record),
        type: alarmTypeOfWireName(required(wordOf(record, 'type', ALARM_WIRE_NAMES), 'type')),
        kind: required(wordOf(record, 'kind', ALARM_KINDS), 'kind'),
        active: required(booleanOf(record, 'active'), 'active'),
        value: numberOf(record, 'value', -LARGEST, LARGEST),
        limit: numberOf(record, 'limit', -LARGEST, LARGEST),
        phase: wordOf(record, 'phase', PHASES),
      },
    ],
    rejected: [],
    unknownFields: countUnknown(record, FIELDS),
  }));
}
