/**
 * The channels of a Shelly or Tasmota: the outputs and meters of one device. The first channel is the
 * device itself. Each further one is a slave of it whose address is the number of the channel, so a
 * channel keeps its number for ever, and no table has to store which one it is.
 */
import { isSlaveAddress } from '../device-code.ts';
import type { DeviceKind } from '../device-type.ts';
import type { DeviceProtocol } from './device-protocol.ts';

export const FIRST_CHANNEL = 1;

/** Protocols of devices that may have several channels. */
export const CHANNEL_PROTOCOLS = ['shelly', 'tasmota'] as const satisfies readonly DeviceProtocol[];

/** True for devices whose further channels become slaves. */
export function hasChannels(protocol: DeviceProtocol, kind: DeviceKind): boolean {
  const isCarrier = CHANNEL_PROTOCOLS.some((one) => one === protocol);
  return isCarrier && (kind === 'main' || kind === 'meter');
}

/** True for a number that can be the address of a slave, except that of the device itself. */
export function isFurtherChannel(number: number): boolean {
  return number !== FIRST_CHANNEL && isSlaveAddress(number);
}

export interface SeenChannels {
  /** Numbers of the channels in a message. */
  readonly numbers: ReadonlySet<number>;
  /** True if the device has no others. */
  readonly isWhole: boolean;
}

export interface KnownChannels {
  /** Numbers of the registered channels. */
  readonly registered: ReadonlySet<number>;
  /** Registered channels that the device no longer has. */
  readonly missing: ReadonlySet<number>;
  /** Channels that were to be registered since the device connected. */
  readonly announced: ReadonlySet<number>;
}

export interface ChannelChanges {
  /** Channels to register. */
  readonly added: readonly number[];
  /** Channels that were announced and could not be registered, or were deleted since. */
  readonly unregistered: readonly number[];
  readonly back: readonly number[];
  readonly gone: readonly number[];
}

/**
 * A channel is announced once for each connection: a user who deletes it, to delete the device after
 * it, must not get it back with the next message. Only a message about the whole device shows that a
 * channel is missing.
 */
export function compareChannels(seen: SeenChannels, known: KnownChannels): ChannelChanges {
  const numbers = [...seen.numbers].filter(isFurtherChannel).toSorted((a, b) => a - b);
  const unknown = numbers.filter((number) => !known.registered.has(number));
  return {
    added: unknown.filter((number) => !known.announced.has(number)),
    unregistered: unknown.filter((number) => known.announced.has(number)),
    back: numbers.filter((number) => known.registered.has(number) && known.missing.has(number)),
    gone: seen.isWhole
      ? [...known.registered]
          .filter((number) => !seen.numbers.has(number) && !known.missing.has(number))
          .toSorted((a, b) => a - b)
      : [],
  };
}
