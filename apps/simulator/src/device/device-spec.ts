/** Configuration of a simulated device. */
import type { LampLoad } from '@busbar/domain/demand/lamp-load';
import { type DeviceKind, kindOfType } from '@busbar/domain/device/device-type';
import type { Credentials } from '../connection/credentials.ts';

export interface DeviceSpec {
  readonly code: string;
  /** Type name in the platform: MT61, MT88C, HF-DTU, meter. */
  readonly type: string;
  /** Number of slaves, with the addresses from 1, for a gateway. */
  readonly slaveCount: number;
  readonly ratedCurrentA: number;
  readonly zone: string;
  /** Time from which the device's meters count. */
  readonly countsFrom: number;
  readonly intervalMs: number;
  /** Delay between a command's reply and the state report of the contact. */
  readonly moveMs: number;
  /**
   * Code of the device whose load profile this device uses; defaults to its own code. Computing ten
   * months for each of thousands of devices takes minutes (25 ms each), so large fleets share a few
   * dozen load profiles.
   */
  readonly loadOf?: string;
  /** Time at which the device's counters were reset to zero; before the simulation started. */
  readonly zeroedAt?: number;
  /** Street lamps that form the device's normal load. */
  readonly lamps?: LampLoad;
}

/** Time that a contact takes to switch and to report its position. */
const MOVE_MS = 150;

/** Builds a device's specification from its line in the credentials file and the command line. */
export function specOf(
  { code, type, slaveCount, ratedCurrentA, zeroedAt, lamps }: Omit<Credentials, 'secret'>,
  { zone, countsFrom, intervalMs }: Pick<DeviceSpec, 'zone' | 'countsFrom' | 'intervalMs'>,
): DeviceSpec {
  const past = zeroedAt === undefined ? {} : { zeroedAt };
  return {
    code,
    type,
    slaveCount,
    ratedCurrentA,
    zone,
    countsFrom,
    intervalMs,
    moveMs: MOVE_MS,
    ...past,
    ...(lamps === undefined ? {} : { lamps }),
  };
}

/** Throws if the type is unknown: a simulator of an unknown device would prove nothing. */
export function kindOfSpec(spec: DeviceSpec): DeviceKind {
  const kind = kindOfType(spec.type);
  if (kind === undefined) throw new Error(`${spec.code}: no such device type: ${spec.type}`);
  return kind;
}
