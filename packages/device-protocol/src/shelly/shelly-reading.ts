/**
 * Readings from the statuses of a Shelly. A notification contains only what has changed by more than
 * the reporting threshold of the device, and is laid over the values known before. Energy registers
 * are read from the notification alone: an old register with a new time would move energy between
 * quarter hours.
 */
import type { MeasuredReading } from '@busbar/domain/device/device-report';
import type { Measurement } from '@busbar/domain/device/measurement';
import { measuredIfAny } from '../foreign/value-collector.ts';
import type { ShellyStatus } from './shelly-components.ts';

export function overlayMeasurement(known: Measurement, { values }: ShellyStatus): Measurement {
  return values.hasMeasured ? { ...known, ...values.measurement } : known;
}

/** Returns undefined for a status without values; `known` includes those of the status. */
export function readingOfShelly(
  known: Measurement,
  { values }: ShellyStatus,
  {
    address,
    deviceTime,
    hasRegisters,
  }: {
    readonly address?: number | undefined;
    readonly deviceTime: number | undefined;
    readonly hasRegisters: boolean;
  },
): MeasuredReading | undefined {
  const measured = values.hasMeasured ? measuredIfAny(known) : undefined;
  const registers = hasRegisters && values.hasCounted ? values.registers : undefined;
  if (measured === undefined && registers === undefined) return undefined;
  return { address, deviceTime, measured, registers };
}
