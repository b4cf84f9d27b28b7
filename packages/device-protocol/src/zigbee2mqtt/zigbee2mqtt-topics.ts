/** Topics of a Zigbee2MQTT bridge, whose base topic is the device code. */

type Zigbee2MqttTopic =
  | { readonly kind: 'bridge-state' }
  | { readonly kind: 'bridge-info' }
  | { readonly kind: 'bridge-devices' }
  /** Response to a request that follows a command. */
  | { readonly kind: 'health' }
  | { readonly kind: 'availability'; readonly name: string }
  /** Values of a Zigbee device; its name may contain slashes. */
  | { readonly kind: 'device'; readonly name: string }
  /** Without a meaning for the platform. */
  | { readonly kind: 'other' };

/** Largest message about the bridge: the list of devices describes each with all its options. */
export const MAX_BRIDGE_BYTES = 1_048_576;

const BRIDGE: ReadonlyMap<string, Zigbee2MqttTopic> = new Map([
  ['bridge/state', { kind: 'bridge-state' }],
  ['bridge/info', { kind: 'bridge-info' }],
  ['bridge/devices', { kind: 'bridge-devices' }],
  ['bridge/response/health_check', { kind: 'health' }],
]);

const AVAILABILITY = '/availability';

/** Returns undefined for a topic that the bridge may not publish to. */
export function zigbee2MqttTopicOf(code: string, topic: string): Zigbee2MqttTopic | undefined {
  if (!topic.startsWith(`${code}/`)) return undefined;
  const rest = topic.slice(code.length + 1);
  if (isBridgeTopic(code, topic)) return BRIDGE.get(rest) ?? { kind: 'other' };
  if (rest === '') return { kind: 'other' };
  if (rest.endsWith(AVAILABILITY)) {
    return { kind: 'availability', name: rest.slice(0, -AVAILABILITY.length) };
  }
  return { kind: 'device', name: rest };
}

/** True for a topic about the bridge itself, whose messages may be large. */
export function isBridgeTopic(code: string, topic: string): boolean {
  return topic.startsWith(`${code}/bridge/`);
}

/** A command names the address: a name may meanwhile be that of another device. */
export function zigbeeSetTopic(code: string, ieeeAddress: string): string {
  return `${code}/${ieeeAddress}/set`;
}

export function zigbeeGetTopic(code: string, ieeeAddress: string): string {
  return `${code}/${ieeeAddress}/get`;
}

export function bridgeRequestTopic(code: string, request: 'health_check' | 'options'): string {
  return `${code}/bridge/request/${request}`;
}

/** True for a filter that can only match topics below the base topic. */
export function isZigbee2MqttFilter(code: string, filter: string): boolean {
  return filter.startsWith(`${code}/`);
}

/** True for the filter of the bridge, which includes the commands of the platform. */
export function hasZigbee2MqttCommands(code: string, filter: string): boolean {
  return filter === `${code}/#`;
}
