/** What a simulated device is made of. */
import type { LampLoad } from '@busbar/domain/demand/lamp-load';
import { type DeviceKind, kindOfType } from '@busbar/domain/device/device-type';
import type { Credentials } from './credentials.ts';

export interface DeviceSpec {
  readonly code: string;
  /** Type name, as the platform knows it: MT61, MT88C, HF-DTU, meter. */
  readonly type: string;
  /** Addresses 1 to this many, for a gateway. */
  readonly slaveCount: number;
  readonly ratedCurrentA: number;
  readonly zone: string;
  /** Instant from which its meters count. */
  readonly countsFrom: number;
  readonly intervalMs: number;
  /** How long the contact takes to report after the reply. */
  readonly moveMs: number;
  /**
   * The code whose load this device has; its own when absent. Counting ten
   * months for each of thousands of devices takes minutes (25 ms each), so big
   * fleets share some dozens of loads.
   */
  readonly loadOf?: string;
  /** When its counters fell to zero; before it was switched on. */
  readonly zeroedAt?: number;
  /** Street lamps are its ordinary load. */
  readonly lamps?: LampLoad;
}

/** How long a contact takes to move and to say so. */
const MOVE_MS = 150;

/** A device of a fleet, as its line of the list and the command line have it. */
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

/** Throws on a type under no rule: a simulator of an unknown device would prove nothing. */
export function kindOfSpec(spec: DeviceSpec): DeviceKind {
  const kind = kindOfType(spec.type);
  if (kind === undefined) throw new Error(`${spec.code}: no such device type: ${spec.type}`);
  return kind;
}
