/**
 * The last reading of a tower's device: the mains voltage is the highest phase voltage, the DC bus
 * voltage is line voltage A, the battery voltage is line voltage B (docs/protocol/device.md, "Tower
 * device"). Values are magnitudes, so a bus at -48 V reads 48.
 */
import type { Measurement } from '@busbar/domain/device/measurement';
import type { TowerReading } from '@busbar/domain/tower/decide-tower';
import type { Executor } from '../../../storage/database.ts';
import { latestMeasurement } from '../../fleet/readings/latest-queries.ts';

export interface TowerInputs extends TowerReading {
  readonly batteryV: number | null;
  /** Input power of the rectifiers, kW. */
  readonly inputKw: number | null;
  readonly temperatureC: number | null;
}

/** Maximum voltage of a DC bus, V; a higher value is the line voltage of an AC device. */
const MAX_BUS_V = 100;

function busVoltage(value: number | undefined): number | null {
  const magnitude = Math.abs(value ?? Number.NaN);
  return magnitude <= MAX_BUS_V ? magnitude : null;
}

export function readTowerInputs(at: number, measurement: Measurement): TowerInputs {
  const { voltageA, voltageB, voltageC } = measurement;
  const phases = [voltageA, voltageB, voltageC].filter((volts) => volts !== undefined);
  return {
    at,
    busV: busVoltage(measurement.lineVoltageA),
    batteryV: busVoltage(measurement.lineVoltageB),
    mainsV: phases.length === 0 ? null : Math.max(...phases),
    inputKw: measurement.activePower ?? null,
    temperatureC: measurement.temperature ?? null,
  };
}

export async function readReported(
  db: Executor,
  customerId: number,
  deviceId: number,
): Promise<TowerInputs | undefined> {
  const latest = await latestMeasurement(db, customerId, deviceId);
  return latest && readTowerInputs(latest.ts, latest.measurement);
}
