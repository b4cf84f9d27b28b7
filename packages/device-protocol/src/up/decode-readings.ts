/**
 * Readings (device protocol, "Up: device to platform"). This is the hot path of the platform: a
 * hand-written loop over the fields actually present in a message, one map lookup each, no schema
 * library. Each reading of an array is validated separately. A value of the right type that no
 * meter can have measured invalidates the whole reading, because its other values may be wrong too.
 */
import { isSlaveAddress } from '@busbar/domain/device/device-code';
import type { MeasuredReading } from '@busbar/domain/device/device-report';
import type { MeasuredValues } from '@busbar/domain/device/measured-values';
import { type EnergyRegisters, MEASUREMENT_ORDER } from '@busbar/domain/device/measurement';
import { type Rejection, rejection } from '@busbar/domain/device/rejection';
import {
  isJsonObject,
  type JsonObject,
  MAX_DATA_BYTES,
  type Payload,
  parsePayload,
} from '../payload.ts';
import { type Decoded, quoted } from '../rejection.ts';
import { isWireTime } from '../wire-values.ts';
import { FIELD_OF_WIRE_NAME } from './reading-fields.ts';

export const MAX_READINGS = 500;

/** Smaller values are below the resolution of any instrument, and some databases reject them. */
const SMALLEST = 1e-12;

export function decodeReadings(payload: Payload): Decoded<MeasuredReading> {
  const parsed = parsePayload(payload, MAX_DATA_BYTES);
  if (!parsed.ok) return { accepted: [], rejected: [parsed.rejection], unknownFields: 0 };
  const { value } = parsed;
  const decoder = new ReadingDecoder();
  if (!Array.isArray(value)) {
    decoder.take(value, undefined);
  } else if (value.length > MAX_READINGS) {
    const detail = `${value.length} readings are more than ${MAX_READINGS}`;
    decoder.rejected.push(rejection('too-many', detail));
  } else {
    for (let index = 0; index < value.length; index++) decoder.take(value[index], index);
  }
  return decoder;
}

const UNMEASURED: MeasuredValues = MEASUREMENT_ORDER.map(() => Number.NaN);

class ReadingDecoder implements Decoded<MeasuredReading> {
  readonly accepted: MeasuredReading[] = [];
  readonly rejected: Rejection[] = [];
  unknownFields = 0;

  take(value: unknown, index: number | undefined): void {
    if (!isJsonObject(value)) {
      this.rejected.push(rejection('not-an-object', 'a reading is an object', index));
      return;
    }
    const outcome = this.read(value, index);
    if ('reason' in outcome) this.rejected.push(outcome);
    else this.accepted.push(outcome);
  }

  private read(record: JsonObject, index: number | undefined): MeasuredReading | Rejection {
    let address: number | undefined;
    let deviceTime: number | undefined;
    let measured: number[] | undefined;
    let registers: EnergyRegisters | undefined;
    for (const key of Object.keys(record)) {
      const value = record[key];
      const known = FIELD_OF_WIRE_NAME.get(key);
      if (known !== undefined) {
        if (typeof value !== 'number' || !(value >= known.min && value <= known.max)) {
          return invalidValue(key, value, known.min, known.max, index);
        }
        const rounded = value > -SMALLEST && value < SMALLEST ? 0 : value;
        if (known.register) {
          registers ??= {};
          registers[known.field] = rounded;
        } else {
          measured ??= UNMEASURED.slice();
          measured[known.position] = rounded;
        }
      } else if (key === 'ts') {
        if (!isWireTime(value)) {
          const detail = `ts: ${quoted(value)} is no time in milliseconds`;
          return rejection('bad-time', detail, index);
        }
        deviceTime = value;
      } else if (key === 'ad') {
        if (!isSlaveAddress(value)) {
          return rejection('bad-address', `ad: ${quoted(value)} is not 1 to 20`, index);
        }
        address = value;
      } else {
        this.unknownFields++;
      }
    }
    return { address, deviceTime, measured, registers };
  }
}

function invalidValue(
  key: string,
  value: unknown,
  min: number,
  max: number,
  index: number | undefined,
): Rejection {
  if (typeof value !== 'number') {
    return rejection('wrong-type', `${key}: ${quoted(value)} is no number`, index);
  }
  if (!Number.isFinite(value)) return rejection('not-finite', `${key} is not finite`, index);
  return rejection('out-of-bounds', `${key}: ${value} is not ${min} to ${max}`, index);
}
