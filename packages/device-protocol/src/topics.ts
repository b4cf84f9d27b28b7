/**
 * Topics of the device protocol. Parsing is strict: exactly five levels below the version, a valid
 * device code, a known last level. A topic that is only similar is rejected.
 */
import { isDeviceCode } from '@busbar/domain/device/device-code';

export const UP_KINDS = ['info', 'data', 'state', 'alarm', 'reply', 'offline'] as const;

export type UpKind = (typeof UP_KINDS)[number];

export type Topic =
  | { readonly direction: 'up'; readonly code: string; readonly kind: UpKind }
  | { readonly direction: 'down'; readonly code: string };

const TOPIC = /^ep\/1\/([^/]+)\/(?:up\/([a-z]+)|down\/command)$/;

export function upTopic(code: string, kind: UpKind): string {
  return `ep/1/${code}/up/${kind}`;
}

export function commandTopic(code: string): string {
  return `ep/1/${code}/down/command`;
}

/** Returns undefined for any topic that is not part of this protocol. */
export function parseTopic(topic: string): Topic | undefined {
  const match = TOPIC.exec(topic);
  if (match === null) return undefined;
  const [, code, kind] = match;
  if (!isDeviceCode(code)) return undefined;
  if (kind === undefined) return { direction: 'down', code };
  return isUpKind(kind) ? { direction: 'up', code, kind } : undefined;
}

function isUpKind(kind: string): kind is UpKind {
  return (UP_KINDS as readonly string[]).includes(kind);
}
