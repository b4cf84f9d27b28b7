/**
 * Messages between processes: ids of rows, never their content. The row is authoritative; a message
 * that is lost, late or duplicated only changes the time at which the row is read.
 */
import type { PathMove } from '@busbar/domain/access/group-tree';
import type { ProtectionName } from '@busbar/domain/protection/definition';
import type { WakeableJob } from '../wake-job.ts';

export type LinkMessage =
  | { readonly kind: 'hello' }
  | {
      readonly kind: 'waiting';
      readonly customerId: number;
      readonly commandId: string;
      readonly link: string;
    }
  | { readonly kind: 'command'; readonly customerId: number; readonly commandId: string }
  | {
      readonly kind: 'device';
      readonly customerId: number;
      readonly deviceId: number;
      readonly code: string;
      readonly ended: boolean;
    }
  | {
      readonly kind: 'line';
      readonly customerId: number;
      readonly deviceId: number;
      readonly code: string;
    }
  | {
      readonly kind: 'line-test';
      readonly customerId: number;
      readonly deviceId: number;
      readonly code: string;
      readonly testId: string;
    }
  | {
      readonly kind: 'parameters';
      readonly customerId: number;
      readonly deviceId: number;
      readonly set: ProtectionName;
    }
  | {
      readonly kind: 'notification';
      readonly customerId: number;
      readonly userId: number;
      /** Id of the notification; null for a test notification. */
      readonly id: number | null;
    }
  | { readonly kind: 'sessions'; readonly hashes: readonly string[] }
  | {
      readonly kind: 'groups';
      readonly customerId: number;
      readonly move: PathMove | null;
      /** At most a thousand, the max number of groups of a customer. */
      readonly groups: readonly number[];
    }
  | { readonly kind: 'jobs'; readonly names: readonly WakeableJob[] }
  | { readonly kind: 'news'; readonly about: News; readonly devices: readonly DeviceKey[] };

export const NEWS = [
  'reading',
  'switch',
  'presence',
  'slaves',
  'alarms',
  'lamps',
  'alarm',
] as const;
/**
 * Event of a device: a new latest reading, a switch report, a presence change, the table of slaves,
 * alarms, a check of its lamps.
 *
 * `alarm` is the event of one alarm, identified by the alarm's id.
 */
export type News = (typeof NEWS)[number];

/** Customer id and device id, or customer id and alarm id. */
export type DeviceKey = readonly [number, number];

export interface Envelope {
  /** The sending process; it also receives its own messages and drops them. */
  readonly from: string;
  readonly message: LinkMessage;
}

/** A PostgreSQL notification holds less than 8000 bytes. */
const LARGEST_LIST = 200;
const MAX_HASHES = 80;
const MAX_GROUPS = 500;

export function encode(from: string, message: LinkMessage): string {
  return JSON.stringify({ from, message } satisfies Envelope);
}

/** Only processes of this platform can write to the channel, so a decodable message is trusted. */
export function decode(payload: string): Envelope | undefined {
  try {
    return JSON.parse(payload) as Envelope;
  } catch {
    // The message was sent by another application that uses a channel of the same name.
    return undefined;
  }
}

/** Splits a list that is too long for one message. */
export function* split(message: LinkMessage): Generator<LinkMessage> {
  if (message.kind === 'news') {
    for (let at = 0; at < message.devices.length; at += LARGEST_LIST) {
      yield { ...message, devices: message.devices.slice(at, at + LARGEST_LIST) };
    }
  } else if (message.kind === 'sessions') {
    for (let at = 0; at < message.hashes.length; at += MAX_HASHES) {
      yield { ...message, hashes: message.hashes.slice(at, at + MAX_HASHES) };
    }
  } else if (message.kind === 'groups') {
    for (let at = 0; at === 0 || at < message.groups.length; at += MAX_GROUPS) {
      const move = at === 0 ? message.move : null;
      yield { ...message, move, groups: message.groups.slice(at, at + MAX_GROUPS) };
    }
  } else yield message;
}
