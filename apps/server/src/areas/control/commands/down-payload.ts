/** Payload for the device, built from rows of `command`. */
import type { DownCommand, SlaveSlot } from '@busbar/device-protocol/down/down-command';
import { encodeCommand } from '@busbar/device-protocol/down/encode-down';
import type { CommandKind } from '../../../storage/schema/schema.ts';

export interface SendableRow {
  readonly command_id: string;
  /** Set if several commands share one message. */
  readonly message_id: string | null;
  readonly kind: CommandKind;
  readonly args: unknown;
  readonly expires_at: number;
}

export type NonEmpty<T> = readonly [T, ...T[]];

export function hasFirst<T>(list: readonly T[]): list is NonEmpty<T> {
  return list.length > 0;
}

/** A message expires as soon as the first of its commands does. */
export function messageExpiry(rows: NonEmpty<SendableRow>): number {
  return Math.min(...rows.map((row) => row.expires_at));
}

/**
 * `args` contains the fields of the protocol's command of that kind. Its other fields (the reason
 * of a lock) are for people and are not sent, because the encoder writes only fields it knows. Only
 * commands of slaves share a message; each contributes its own slots.
 */
export function downPayload(rows: NonEmpty<SendableRow>): string {
  const [first] = rows;
  return encodeCommand({
    ...(first.args as object),
    ...(first.kind === 'slaves' ? { slots: slotsOf(rows) } : {}),
    op: first.kind,
    id: first.message_id ?? first.command_id,
    expiresAt: messageExpiry(rows),
  } as DownCommand);
}

function slotsOf(rows: readonly SendableRow[]): readonly SlaveSlot[] {
  return rows
    .flatMap(({ args }) => (args as { readonly slots: readonly SlaveSlot[] }).slots)
    .toSorted((one, other) => one.address - other.address);
}
