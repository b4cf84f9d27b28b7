/**
 * What processes tell each other: names of rows, never their content. The row is the truth; a
 * message that is lost, late or doubled changes nothing but the moment of reading it.
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
      readonly kind: 'parameters';
      readonly customerId: number;
      readonly deviceId: number;
      readonly set: ProtectionName;
    }
  | {
      readonly kind: 'notification';
      readonly customerId: number;
      readonly userId: number;
      /** Null: a test. */
      readonly id: number | null;
    }
  | { readonly kind: 'sessions'; readonly hashes: readonly string[] }
  | {
      readonly kind: 'groups';
      readonly customerId: number;
      readonly move: PathMove | null;
      /** At most the thousand groups a customer may have. */
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
 * Of a device: a new latest reading, a switch report, another presence, slaves' table, alarms, a
 * check of its lamps.
 * `alarm`: one alarm, named by its own id.
 */
export type News = (typeof NEWS)[number];

/** Customer and device, or customer and alarm. */
export type DeviceKey = readonly [number, number];

export interface Envelope {
  /** The process that sent it: its own come back to it and are dropped. */
  readonly from: string;
  readonly message: LinkMessage;
}

/** PostgreSQL carries less than 8000 bytes in one notification. */
const LARGEST_LIST = 200;
const MOST_HASHES = 80;
const MOST_GROUPS = 500;

export function encode(from: string, message: LinkMessage): string {
  return JSON.stringify({ from, message } satisfies Envelope);
}

/** Only processes of this platform can write to the channel, so what is readable is believed. */
export function decode(payload: string): Envelope | undefined {
  try {
    return JSON.parse(payload) as Envelope;
  } catch {
    // From somebody else who uses a channel of the same name.
    return undefined;
  }
}

/** A list too long for one message, in pieces. */
export function* split(message: LinkMessage): Generator<LinkMessage> {
  if (message.kind === 'news') {
    for (let at = 0; at < message.devices.length; at += LARGEST_LIST) {
      yield { ...message, devices: message.devices.slice(at, at + LARGEST_LIST) };
    }
  } else if (message.kind === 'sessions') {
    for (let at = 0; at < message.hashes.length; at += MOST_HASHES) {
      yield { ...message, hashes: message.hashes.slice(at, at + MOST_HASHES) };
    }
  } else if (message.kind === 'groups') {
    for (let at = 0; at === 0 || at < message.groups.length; at += MOST_GROUPS) {
      const move = at === 0 ? message.move : null;
      yield { ...message, move, groups: message.groups.slice(at, at + MOST_GROUPS) };
    }
  } else yield message;
}
