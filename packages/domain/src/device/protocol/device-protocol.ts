/**
 * The protocol that a device speaks over MQTT. It is stored when the device is registered, and
 * decides under which topics it may publish and which commands it can carry out.
 */
import type { DeviceKind } from '../device-type.ts';

/** `busbar` is the protocol of docs/protocol/device.md. */
export const DEVICE_PROTOCOLS = ['busbar', 'shelly', 'tasmota', 'zigbee2mqtt'] as const;

export type DeviceProtocol = (typeof DEVICE_PROTOCOLS)[number];

export function isDeviceProtocol(value: unknown): value is DeviceProtocol {
  return DEVICE_PROTOCOLS.some((known) => known === value);
}

/**
 * Shelly and Tasmota devices are breakers or meters of their own; their slaves are further channels
 * (`device-channels.ts`). A Zigbee2MQTT bridge is a gateway. Slaves get the protocol of their device
 * and are not registered with one.
 */
export function isProtocolOfKind(protocol: DeviceProtocol, kind: DeviceKind): boolean {
  if (protocol === 'busbar') return true;
  if (protocol === 'zigbee2mqtt') return kind === 'gateway';
  return kind === 'main' || kind === 'meter';
}

/** The protocols that a device of this kind can be registered with. */
export function protocolsOfKind(kind: DeviceKind): readonly DeviceProtocol[] {
  return DEVICE_PROTOCOLS.filter((protocol) => isProtocolOfKind(protocol, kind));
}
