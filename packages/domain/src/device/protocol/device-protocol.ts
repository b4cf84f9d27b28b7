/**
 * The protocol that a device speaks over MQTT. It is stored when the device is registered, and
 * decides under which topics it may publish and which commands it can carry out.
 */
import type { DeviceKind } from '../device-type.ts';

/** `busbar` is the protocol of docs/protocol/device.md. */
export const DEVICE_PROTOCOLS = ['busbar', 'shelly', 'tasmota'] as const;

export type DeviceProtocol = (typeof DEVICE_PROTOCOLS)[number];

export function isDeviceProtocol(value: unknown): value is DeviceProtocol {
  return DEVICE_PROTOCOLS.some((known) => known === value);
}

/** Devices of other manufacturers are breakers or meters of their own: they have no slaves. */
export function isProtocolOfKind(protocol: DeviceProtocol, kind: DeviceKind): boolean {
  return protocol === 'busbar' || kind === 'main' || kind === 'meter';
}
