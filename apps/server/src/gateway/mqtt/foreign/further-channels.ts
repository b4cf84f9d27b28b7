/**
 * The channels of a device beyond the first, which are slaves of it. A channel that a message names
 * for the first time is registered; one that the device no longer has is offline until it is back.
 */
import { slaveCode } from '@busbar/domain/device/device-code';
import {
  compareChannels,
  isFurtherChannel,
  type SeenChannels,
} from '@busbar/domain/device/protocol/device-channels';
import { rejection } from '@busbar/domain/device/rejection';
import type { KnownSwitch } from '../../../areas/control/outcomes/switch-queries.ts';
import type { DeviceMessage } from '../../../areas/telemetry/ingest/device-message.ts';
import type { LinkDevice } from '../../../areas/telemetry/presence/link-device.ts';
import { type ConnectionFacts, NO_INFO } from './foreign-protocol.ts';

const NOT_KNOWN: KnownSwitch = { action: undefined, commanded: undefined };

interface Registered<Channel> {
  readonly deviceId: number;
  readonly channel: Channel;
}

/** The parts of a message's content that its channels add. */
export type ChannelContent = Required<
  Pick<DeviceMessage, 'info' | 'reachable' | 'heard' | 'rejected'>
>;

export class FurtherChannels<Channel> {
  readonly #code: string;
  readonly #knownOfSlaves: ConnectionFacts['knownOfSlaves'];
  readonly #create: (address: number, known: KnownSwitch) => Channel;
  #registered: ReadonlyMap<number, Registered<Channel>> = new Map();
  readonly #missing = new Set<number>();
  readonly #announced = new Set<number>();
  /** Channels that need no explanation: they were registered, or it was given. */
  readonly #explained = new Set<number>();

  constructor(
    { code, device, knownOfSlaves }: ConnectionFacts,
    create: (address: number, known: KnownSwitch) => Channel,
  ) {
    this.#code = code;
    this.#knownOfSlaves = knownOfSlaves;
    this.#create = create;
    this.refresh(device);
  }

  /** A channel that is still the same device keeps what the connection knows of it. */
  refresh({ slaves }: LinkDevice): void {
    const next = new Map<number, Registered<Channel>>();
    for (const [address, { ref, isUnreachable = false }] of slaves) {
      if (!isFurtherChannel(address)) continue;
      const { deviceId } = ref;
      const before = this.#registered.get(address);
      this.#explained.add(address);
      if (before?.deviceId === deviceId) {
        next.set(address, before);
        continue;
      }
      if (isUnreachable) this.#missing.add(address);
      else this.#missing.delete(address);
      const known = this.#knownOfSlaves.get(deviceId) ?? NOT_KNOWN;
      next.set(address, { deviceId, channel: this.#create(address, known) });
    }
    this.#registered = next;
  }

  get size(): number {
    return this.#registered.size;
  }

  /** Returns undefined for a channel that is not registered. */
  get(address: number): Channel | undefined {
    return this.#registered.get(address)?.channel;
  }

  channels(): readonly Channel[] {
    return [...this.#registered.values()].map(({ channel }) => channel);
  }

  /** Channels are online with their device, except those that it no longer has. */
  get heard(): readonly number[] {
    return [...this.#registered.keys()].filter((address) => !this.#missing.has(address));
  }

  follow(seen: SeenChannels): ChannelContent {
    const { added, unregistered, back, gone } = compareChannels(seen, {
      registered: new Set(this.#registered.keys()),
      missing: this.#missing,
      announced: this.#announced,
    });
    for (const address of added) this.#announced.add(address);
    for (const address of back) this.#missing.delete(address);
    for (const address of gone) this.#missing.add(address);
    return {
      info: added.length === 0 ? undefined : { ...NO_INFO, slaves: added },
      reachable: [
        ...back.map((address) => ({ address, isReachable: true })),
        ...gone.map((address) => ({ address, isReachable: false })),
      ],
      heard: this.heard,
      rejected: unregistered.flatMap((address) => this.#explain(address)),
    };
  }

  /** States once why a channel could not be registered; one that a user has deleted needs no reason. */
  #explain(address: number) {
    if (this.#explained.has(address)) return [];
    this.#explained.add(address);
    const code = slaveCode(this.#code, address);
    return [
      rejection('unknown-slave', `channel ${address}: its code ${code} is in use or too long`),
    ];
  }
}
