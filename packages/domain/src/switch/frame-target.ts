/**
 * Decides which device a raw frame is for. Several devices share the serial line behind a gateway or
 * DTU, and each is moved by the frames with its own station, so the scope and the switch table must
 * hold for the addressed device, not only for the one that carries the frame.
 */
import { done, type Outcome, refused } from '../refusal.ts';
import type { FrameEffect } from './frame-interlock.ts';

/** Address in a frame: a decimal number (Modbus), or twelve digits with A for any digit (DL/T 645). */
export interface FrameAddress {
  readonly protocol: 'modbus' | 'dlt645';
  readonly station: string;
}

/** The carrier of a frame, or a slave on its line. */
export interface LineDevice {
  readonly deviceId: number;
  readonly isInScope: boolean;
  /** Its address; undefined if it is not known. */
  readonly address: FrameAddress | undefined;
  /** Bus address of a slave without an address of its own, which frames of both protocols can have. */
  readonly slaveAddress: number | undefined;
}

export interface FrameOnLine {
  readonly effect: FrameEffect;
  /** Two if the bytes are a frame of both protocols: the receiver decides which one it is. */
  readonly addresses: readonly FrameAddress[];
  readonly carrierId: number;
  /** The carrier and all its active slaves, also those outside the scope. */
  readonly devices: readonly LineDevice[];
}

/** Returns the id of the device that the frame is for; the carrier if no other device can be. */
export function frameTarget({
  effect,
  addresses,
  carrierId,
  devices,
}: FrameOnLine): Outcome<number> {
  const slaves = devices.filter(({ deviceId }) => deviceId !== carrierId);
  if (slaves.length === 0) return done(carrierId);
  const addressed = devices.filter((device) => addresses.some((to) => mayAnswer(device, to)));
  if (addressed.some(({ isInScope }) => !isInScope)) return refused('not-found');
  const [only] = addressed;
  const isToOne =
    addressed.length === 1 && addresses.every((to) => !isWild(to) && mayAnswer(only!, to));
  if (isToOne) return done(only!.deviceId);
  if (effect !== 'read') return refused('frame-station-unknown');
  // A meter outside the scope whose station is not in the settings could answer.
  const isCertain = slaves.every(({ isInScope, address }) => isInScope || address !== undefined);
  return isCertain ? done(carrierId) : refused('not-found');
}

const HIGHEST_MODBUS_STATION = 247;
const DLT645_BROADCAST = '9'.repeat(12);

/** Modbus reserves the numbers above 247; some devices answer to them at any station. */
function isBroadcast({ protocol, station }: FrameAddress): boolean {
  if (protocol === 'dlt645') return station === DLT645_BROADCAST;
  return Number(station) === 0 || Number(station) > HIGHEST_MODBUS_STATION;
}

const isWild = (to: FrameAddress): boolean => isBroadcast(to) || /[^0-9]/.test(to.station);

function mayAnswer({ address, slaveAddress }: LineDevice, to: FrameAddress): boolean {
  if (address !== undefined && address.protocol !== to.protocol) return false;
  if (address === undefined && slaveAddress === undefined) return false;
  if (isBroadcast(to)) return true;
  const own = address?.station ?? String(slaveAddress).padStart(to.station.length, '0');
  return (
    own.length === to.station.length &&
    [...to.station].every((digit, at) => digit === 'A' || digit === own[at])
  );
}
