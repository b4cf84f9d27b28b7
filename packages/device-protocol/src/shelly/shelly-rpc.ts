/** Requests to a Shelly, and its notifications and replies (JSON-RPC). */
import { type Rejection, rejection } from '@busbar/domain/device/rejection';
import { isJsonObject, type JsonObject, type Payload, parsePayload } from '../payload.ts';
import { quoted } from '../rejection.ts';
import { isWireTime } from '../wire-values.ts';

export interface ShellyNotification {
  /** Epoch ms; undefined if the device does not know the time. */
  readonly deviceTime: number | undefined;
  readonly status: JsonObject;
}

export interface ShellyReply {
  readonly id: number;
  /** Undefined if the device refused the request. */
  readonly result: JsonObject | undefined;
  readonly error: ShellyError | undefined;
}

interface ShellyError {
  readonly code: number;
  readonly message: string;
}

/** Undefined for a message that is valid and has no meaning for the platform. */
type Read<T> =
  | { readonly ok: true; readonly value: T | undefined }
  | { readonly ok: false; readonly rejection: Rejection };

const STATUS_METHODS: ReadonlySet<unknown> = new Set(['NotifyStatus', 'NotifyFullStatus']);

/** Reads a message of `events/rpc`. Events (a pressed button) change nothing by themselves. */
export function readNotification(payload: Payload): Read<ShellyNotification> {
  const read = readObject(payload);
  if (!read.ok) return read;
  const { method, params } = read.value;
  if (!STATUS_METHODS.has(method)) return { ok: true, value: undefined };
  if (!isJsonObject(params)) {
    return { ok: false, rejection: rejection('missing-field', 'params is missing') };
  }
  const { ts, ...status } = params;
  const deviceTime = typeof ts === 'number' ? Math.round(ts * 1000) : (ts ?? undefined);
  if (deviceTime !== undefined && !isWireTime(deviceTime)) {
    const detail = `ts: ${quoted(ts)} is no time in seconds`;
    return { ok: false, rejection: rejection('bad-time', detail) };
  }
  return { ok: true, value: { deviceTime, status } };
}

/** Reads the status of one component (`status/<component>`), which has no time. */
export function readComponentStatus(component: string, payload: Payload): Read<ShellyNotification> {
  const read = readObject(payload);
  if (!read.ok) return read;
  return { ok: true, value: { deviceTime: undefined, status: { [component]: read.value } } };
}

/** Reads the reply to a request of the platform. */
export function readReply(payload: Payload): Read<ShellyReply> {
  const read = readObject(payload);
  if (!read.ok) return read;
  const { id, result, error } = read.value;
  if (!Number.isSafeInteger(id)) {
    const detail = `id: ${quoted(id)} is the id of no request`;
    return { ok: false, rejection: rejection('wrong-type', detail) };
  }
  const reply = { id: id as number, result: undefined, error: undefined };
  if (isJsonObject(result)) return { ok: true, value: { ...reply, result } };
  if (isJsonObject(error)) {
    const { code, message } = error;
    const text = typeof message === 'string' ? quoted(message) : '';
    return {
      ok: true,
      value: { ...reply, error: { code: typeof code === 'number' ? code : 0, message: text } },
    };
  }
  return { ok: false, rejection: rejection('missing-field', 'neither result nor error') };
}

function readObject(
  payload: Payload,
):
  | { readonly ok: true; readonly value: JsonObject }
  | { readonly ok: false; readonly rejection: Rejection } {
  const parsed = parsePayload(payload);
  if (!parsed.ok) return parsed;
  if (isJsonObject(parsed.value)) return { ok: true, value: parsed.value };
  return { ok: false, rejection: rejection('not-an-object', 'an object was expected') };
}

/** Switches the output of a channel, whose number begins at 0. */
export function encodeSwitchSet(id: number, src: string, on: boolean, channel = 0): string {
  return JSON.stringify({ id, src, method: 'Switch.Set', params: { id: channel, on } });
}

/** Requests the whole status. */
export function encodeGetStatus(id: number, src: string): string {
  return JSON.stringify({ id, src, method: 'Shelly.GetStatus' });
}
