/** The devices behind a Zigbee2MQTT bridge, by address and by their present names. */
import { isDeepStrictEqual } from 'node:util';
import type { ZigbeeDevice } from '@busbar/domain/device/device-report';
import type { KnownSwitch } from '../../../areas/control/outcomes/switch-queries.ts';
import type { LinkDevice } from '../../../areas/telemetry/presence/link-device.ts';
import type { ConnectionFacts } from './foreign-protocol.ts';
import { ZigbeeSlave } from './zigbee-slave.ts';

const NOT_KNOWN: KnownSwitch = { action: undefined, commanded: undefined };

export class ZigbeeSlaves {
  readonly #facts: ConnectionFacts;
  #device: LinkDevice;
  #slaves: ReadonlyMap<string, ZigbeeSlave> = new Map();
  /** Addresses by name; the names are those of this connection, and no stored ones. */
  #names: ReadonlyMap<string, string> = new Map();

  constructor(facts: ConnectionFacts) {
    this.#facts = facts;
    this.#device = facts.device;
    this.refresh(facts.device);
  }

  /** A slave that is still the same device keeps what the connection knows of it. */
  refresh(device: LinkDevice): void {
    this.#device = device;
    const slaves = new Map<string, ZigbeeSlave>();
    const { knownOfSlaves, monotonic } = this.#facts;
    for (const [ieeeAddress, { address, exposes }] of device.zigbeeDevices ?? []) {
      const registered = device.slaves.get(address);
      if (registered === undefined) continue;
      const { deviceId } = registered.ref;
      const before = this.#slaves.get(ieeeAddress);
      const slave =
        before?.deviceId === deviceId
          ? before
          : new ZigbeeSlave(
              { address, deviceId, isUnreachable: registered.isUnreachable === true },
              knownOfSlaves.get(deviceId) ?? NOT_KNOWN,
              monotonic,
            );
      slave.describe(exposes);
      slaves.set(ieeeAddress, slave);
    }
    this.#slaves = slaves;
  }

  get(ieeeAddress: string): ZigbeeSlave | undefined {
    return this.#slaves.get(ieeeAddress);
  }

  at(address: number): { readonly ieeeAddress: string; readonly slave: ZigbeeSlave } | undefined {
    for (const [ieeeAddress, slave] of this.#slaves) {
      if (slave.address === address) return { ieeeAddress, slave };
    }
    return undefined;
  }

  /** Returns undefined for an unknown name; `slave` is undefined for a device that is no slave. */
  named(name: string) {
    const ieeeAddress = this.#names.get(name);
    if (ieeeAddress === undefined) return undefined;
    return { ieeeAddress, slave: this.#slaves.get(ieeeAddress) };
  }

  /** Replaces all names. A name that two devices have names neither. */
  rename(names: ReadonlyMap<string, string>): void {
    const byName = new Map<string, string>();
    const twice = new Set<string>();
    for (const [ieeeAddress, name] of names) {
      if (byName.has(name)) twice.add(name);
      byName.set(name, ieeeAddress);
    }
    for (const name of twice) byName.delete(name);
    this.#names = byName;
  }

  /**
   * Compares the devices with the registered ones. `total` is the number of those that have, or
   * need, a number.
   */
  compare(devices: readonly ZigbeeDevice[]): {
    readonly isChanged: boolean;
    readonly total: number;
  } {
    const { slaves, zigbeeDevices } = this.#device;
    const isChanged = devices.some(({ ieeeAddress, exposes }) => {
      const stored = zigbeeDevices?.get(ieeeAddress);
      if (stored === undefined || !slaves.has(stored.address)) return true;
      return !isDeepStrictEqual(stored.exposes, exposes);
    });
    const isNew = ({ ieeeAddress }: ZigbeeDevice) => zigbeeDevices?.has(ieeeAddress) !== true;
    return { isChanged, total: (zigbeeDevices?.size ?? 0) + devices.filter(isNew).length };
  }
}
