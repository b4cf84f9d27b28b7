/**
 * Sentences about an external broker that Busbar cannot use, or only with losses: by its CONNACK,
 * by the reason for which it refuses a connection, or by the reason codes of SUBACK and PUBACK.
 */
import { MAX_DATA_BYTES } from '@busbar/device-protocol/payload';
import type { IConnackPacket } from 'mqtt';

/** Below this number of unacknowledged messages, commands and acknowledgements are slow. */
const MIN_RECEIVE_MAXIMUM = 10;
const DAY_S = 86_400;

const UNSUPPORTED_VERSION: ReadonlySet<unknown> = new Set([1, 132]);
const REFUSED_IDENTIFIER: ReadonlySet<unknown> = new Set([2, 133]);
const REFUSED_ACCOUNT: ReadonlySet<unknown> = new Set([4, 5, 134, 135]);
const NOT_AUTHORIZED = 135;
const SHARED_UNSUPPORTED = 158;
const FAILURE = 128;

const NO_SHARED =
  'The MQTT broker does not support shared subscriptions. Busbar receives nothing: use another broker.';

/** Returns the reason why Busbar does not use this broker. */
export function unusableBroker({ properties }: IConnackPacket): string | undefined {
  if (properties?.maximumQoS === 0) {
    return 'The MQTT broker does not support QoS 1. Busbar receives nothing: allow QoS 1.';
  }
  if (properties?.sharedSubscriptionAvailable === false) return NO_SHARED;
  if (properties?.wildcardSubscriptionAvailable === false) {
    return 'The MQTT broker does not support wildcard subscriptions. Busbar receives nothing: use another broker.';
  }
  return undefined;
}

/** Returns the limits of a broker that can be used. */
export function limitsOfBroker(
  { properties }: IConnackPacket,
  sessionExpiryS: number,
): string | undefined {
  const { sessionExpiryInterval, receiveMaximum, maximumPacketSize } = properties ?? {};
  const limits: string[] = [];
  if (sessionExpiryInterval !== undefined && sessionExpiryInterval < sessionExpiryS) {
    limits.push(
      `The MQTT broker deletes sessions after ${sessionExpiryInterval} s instead of ${sessionExpiryS / DAY_S} days: readings are lost if no Busbar process is connected for that time.`,
    );
  }
  if (receiveMaximum !== undefined && receiveMaximum < MIN_RECEIVE_MAXIMUM) {
    limits.push(
      `The MQTT broker accepts only ${receiveMaximum} unacknowledged messages: raise the limit (mosquitto: max_inflight_messages).`,
    );
  }
  if (maximumPacketSize !== undefined && maximumPacketSize < MAX_DATA_BYTES) {
    limits.push(
      `The MQTT broker accepts packets of at most ${maximumPacketSize} bytes and disconnects devices that send more: raise the limit (mosquitto: max_packet_size).`,
    );
  }
  return limits.length === 0 ? undefined : limits.join(' ');
}

/** Returns undefined if the error does not come from the settings of the broker. */
export function refusedConnection(error: unknown, clientId: string): string | undefined {
  const { code } = error as { code?: unknown };
  if (UNSUPPORTED_VERSION.has(code)) {
    return 'The MQTT broker in MQTT_URL does not support MQTT 5. Busbar receives nothing: use a broker with MQTT 5, or the embedded one.';
  }
  if (REFUSED_ACCOUNT.has(code)) {
    return 'The MQTT broker refuses the account in MQTT_URL: correct the user name or the password.';
  }
  if (REFUSED_IDENTIFIER.has(code)) {
    return `The MQTT broker refuses the client identifier ${clientId}: allow it for the account in MQTT_URL.`;
  }
  return undefined;
}

/** Returns undefined if the error is not a refused subscription or message. */
export function refusedRight(error: unknown): string | undefined {
  const { code, packet } = error as {
    code?: unknown;
    packet?: { cmd?: string; granted?: readonly number[] };
  };
  const granted = packet?.granted ?? [];
  if (granted.includes(SHARED_UNSUPPORTED)) return NO_SHARED;
  if (granted.some((reason) => reason >= FAILURE)) {
    return 'The MQTT broker refuses the subscriptions of Busbar. Busbar receives nothing: grant the account in MQTT_URL the rights listed in docs/operations.md, "Accounts of devices".';
  }
  if (code === NOT_AUTHORIZED) {
    return 'The account in MQTT_URL may not publish to busbar/session/#. Busbar receives nothing: grant it the rights listed in docs/operations.md, "Accounts of devices".';
  }
  return undefined;
}

export const NOT_DELIVERED =
  'The MQTT broker does not deliver messages to Busbar: grant the account in MQTT_URL the right to read ep/1/+/up/# and busbar/session/#.';

export const NO_COMMANDS =
  'The account in MQTT_URL may not publish to ep/1/+/down/command. No command reaches a device: grant it this right.';

export const NO_OTHER_TOPICS =
  'The MQTT broker refuses the subscriptions to devices of other manufacturers. Nothing is received from them: grant the account in MQTT_URL the rights listed in docs/operations.md, "Devices of other manufacturers at an external broker".';

export const NO_OTHER_COMMANDS =
  'The account in MQTT_URL may not publish to devices of other manufacturers. No command reaches them: grant it the rights listed in docs/operations.md, "Devices of other manufacturers at an external broker".';

export const isNotAuthorized = (error: unknown): boolean =>
  (error as { code?: unknown } | null | undefined)?.code === NOT_AUTHORIZED;
