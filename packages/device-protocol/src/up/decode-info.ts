/**
 * Information that a device sends on every connect (device protocol, "Up"): its type, signal,
 * versions and nameplate, and the slaves of a gateway.
 */
import { isSlaveAddress } from '@busbar/domain/device/device-code';
import type { DeviceInfo } from '@busbar/domain/device/device-report';
import { isCsq } from '@busbar/domain/device/signal';
import type { JsonObject, Payload } from '../payload.ts';
import { type Decoded, quoted, Unreadable } from '../rejection.ts';
import { integerOf, numberOf, textOf, timeOf } from '../wire-values.ts';
import { countUnknown, decodeObject } from './decode-object.ts';

const FIELDS = [
  'ts',
  'deviceType',
  'band',
  'csq',
  'hVersion',
  'sVersion',
  'ratedVol',
  'ratedCur',
  'slaves',
];

export function decodeInfo(payload: Payload): Decoded<DeviceInfo> {
  return decodeObject(payload, (record) => ({
    accepted: [
      {
        deviceTime: timeOf(record),
        deviceType: textOf(record, 'deviceType', 32),
        band: textOf(record, 'band', 32),
        csq: csqOf(record),
        hardwareVersion: textOf(record, 'hVersion', 32),
        softwareVersion: textOf(record, 'sVersion', 32),
        ratedVoltageV: numberOf(record, 'ratedVol', 0, 1000),
        ratedCurrentA: numberOf(record, 'ratedCur', 0, 10_000),
        slaves: slavesOf(record),
      },
    ],
    rejected: [],
    unknownFields: countUnknown(record, FIELDS),
  }));
}

function csqOf(record: JsonObject): number | undefined {
  const csq = integerOf(record, 'csq', 0, 99);
  if (csq === undefined || isCsq(csq)) return csq;
  throw new Unreadable('out-of-bounds', `csq: ${csq} is not 0 to 31 or 99`);
}

function slavesOf(record: JsonObject): readonly number[] | undefined {
  const slaves = record.slaves;
  if (slaves === undefined) return undefined;
  if (!Array.isArray(slaves)) throw new Unreadable('wrong-type', 'slaves is no list');
  if (slaves.length > 20) throw new Unreadable('too-many', `${slaves.length} slaves`);
  for (const address of slaves) {
    if (!isSlaveAddress(address)) {
      throw new Unreadable('bad-address', `slaves: ${quoted(address)} is not 1 to 20`);
    }
  }
  return [...new Set(slaves as number[])].toSorted((a, b) => a - b);
}
