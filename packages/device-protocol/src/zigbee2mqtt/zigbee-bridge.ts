/** Messages of a Zigbee2MQTT bridge about itself and the devices behind it. */
import type { ZigbeeDevice } from '@busbar/domain/device/device-report';
import { type Rejection, rejection } from '@busbar/domain/device/rejection';
import { isJsonObject, type JsonObject, type Payload, parsePayload } from '../payload.ts';
import { quoted } from '../rejection.ts';
import { definitionOfExposes, relevantExposes } from './zigbee-exposes.ts';
import { MAX_BRIDGE_BYTES } from './zigbee2mqtt-topics.ts';

type Read<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly rejection: Rejection };

export interface BridgeDevices {
  /** Names of all devices by their addresses. */
  readonly names: ReadonlyMap<string, string>;
  /** Devices that can be read or switched. */
  readonly devices: readonly ZigbeeDevice[];
}

export interface BridgeInfo {
  readonly names: ReadonlyMap<string, string>;
  /** Addresses of the devices whose position is published only when they have reported it. */
  readonly reporting: ReadonlySet<string>;
}

const IEEE_ADDRESS = /^0x[0-9a-f]{16}$/;
/** Zigbee2MQTT publishes in no topic with a wildcard. */
const WILDCARD = /[+#]/;
/** Properties of one device. */
const MAX_EXPOSES = 100;

/** Reads `bridge/devices`. */
export function readBridgeDevices(payload: Payload): Read<BridgeDevices> {
  const parsed = parsePayload(payload, MAX_BRIDGE_BYTES);
  if (!parsed.ok) return parsed;
  if (!Array.isArray(parsed.value)) return fault(`${quoted(parsed.value)} is no list of devices`);
  const names = new Map<string, string>();
  const devices: ZigbeeDevice[] = [];
  for (const device of parsed.value.filter(isJsonObject)) {
    const { ieee_address: ieeeAddress, friendly_name: name } = device;
    if (!isIeeeAddress(ieeeAddress) || !isName(name)) continue;
    names.set(ieeeAddress, name);
    const exposes = exposesOf(device);
    if (exposes !== undefined) devices.push({ ieeeAddress, name, exposes });
  }
  return { ok: true, value: { names, devices } };
}

function exposesOf(device: JsonObject): readonly unknown[] | undefined {
  const { type, supported, disabled, definition } = device;
  if (type !== 'Router' && type !== 'EndDevice') return undefined;
  if (supported !== true || disabled === true) return undefined;
  if (!isJsonObject(definition) || !Array.isArray(definition.exposes)) return undefined;
  const relevant = relevantExposes(definition.exposes);
  // Zigbee2MQTT keeps a command to a sleeping device until it wakes, perhaps hours later.
  const exposes = type === 'Router' ? relevant : relevant.filter((one) => one.type !== 'switch');
  if (exposes.length > MAX_EXPOSES) return undefined;
  return definitionOfExposes(exposes) && exposes;
}

/** Reads the settings of the devices in `bridge/info`. */
export function readBridgeInfo(payload: Payload): Read<BridgeInfo> {
  const parsed = parsePayload(payload, MAX_BRIDGE_BYTES);
  if (!parsed.ok) return parsed;
  const config = isJsonObject(parsed.value) ? parsed.value.config : undefined;
  if (!isJsonObject(config)) return fault('config: an object was expected');
  const common = isJsonObject(config.device_options) ? config.device_options : {};
  const names = new Map<string, string>();
  const reporting = new Set<string>();
  for (const [ieeeAddress, own] of Object.entries(
    isJsonObject(config.devices) ? config.devices : {},
  )) {
    if (!isIeeeAddress(ieeeAddress) || !isJsonObject(own)) continue;
    const { friendly_name: name = ieeeAddress, optimistic = common.optimistic } = own;
    if (isName(name)) names.set(ieeeAddress, name);
    if (optimistic === false) reporting.add(ieeeAddress);
  }
  return { ok: true, value: { names, reporting } };
}

/** Reads `online` or `offline`, as text or as JSON; undefined for anything else. */
export function isOnlinePayload(payload: Payload): boolean | undefined {
  const parsed = parsePayload(payload);
  const text = new TextDecoder().decode(
    typeof payload === 'string' ? new TextEncoder().encode(payload) : payload,
  );
  const state = parsed.ok && isJsonObject(parsed.value) ? parsed.value.state : text;
  if (state === 'online') return true;
  return state === 'offline' ? false : undefined;
}

/** Reads the id that a request has given to its response; undefined if there is none. */
export function transactionOf(payload: Payload): string | undefined {
  const parsed = parsePayload(payload);
  if (!parsed.ok || !isJsonObject(parsed.value)) return undefined;
  const { status, transaction } = parsed.value;
  return status === 'ok' && typeof transaction === 'string' ? transaction : undefined;
}

function isIeeeAddress(value: unknown): value is string {
  return typeof value === 'string' && IEEE_ADDRESS.test(value);
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && !WILDCARD.test(value);
}

function fault(detail: string): { readonly ok: false; readonly rejection: Rejection } {
  return { ok: false, rejection: rejection('not-an-object', detail) };
}
