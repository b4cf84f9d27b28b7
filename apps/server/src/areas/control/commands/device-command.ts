/** Commands in the form that the drivers of the gateway receive, built from rows of `command`. */
import type { ProtectionName } from '@busbar/domain/protection/definition';
import type { ParameterSet } from '@busbar/domain/protection/parameter-set';
import type { TextRecord } from '@busbar/domain/protection/values';
import type { SlavePlace } from '@busbar/domain/slot/slot-table';
import type { SwitchCommand } from '@busbar/domain/switch/interlock';
import type { SlaveSlot } from '@busbar/domain/switch/slave-slot';
import type { HeldTimer } from '@busbar/domain/timer/timer-holder';
import type { CommandKind } from '../../../storage/schema/schema.ts';

export type DeviceCommand = {
  readonly id: string;
  /** Time after which the device must refuse the command, epoch ms. */
  readonly expiresAt: number;
} & (
  | { readonly op: 'switch'; readonly to: SwitchCommand }
  | { readonly op: 'slaves'; readonly slots: readonly SlaveSlot[] }
  | { readonly op: 'summon'; readonly dataType: 'variable' | 'energy' }
  | { readonly op: 'read'; readonly what: ParameterSet }
  | { readonly op: 'write'; readonly what: ProtectionName; readonly data: TextRecord }
  | {
      readonly op: 'write';
      readonly what: 'slaveControl';
      readonly changes: readonly SlavePlace[];
    }
  | { readonly op: 'timers'; readonly timers: readonly HeldTimer[] }
  | { readonly op: 'frame'; readonly hex: string }
);

export interface SendableRow {
  readonly command_id: string;
  /** Id of the message if several commands share one. */
  readonly message_id: string | null;
  readonly kind: CommandKind;
  readonly args: unknown;
  readonly expires_at: number;
}

export type NonEmpty<T> = readonly [T, ...T[]];

export function hasFirst<T>(list: readonly T[]): list is NonEmpty<T> {
  return list.length > 0;
}

/** Returns the expiry of a message: that of the first of its commands to expire. */
export function messageExpiry(rows: NonEmpty<SendableRow>): number {
  return Math.min(...rows.map((row) => row.expires_at));
}

/**
 * Builds the command for the device. `args` contains the fields of its kind, and others for display
 * (the reason for a lock), which no driver sends. Only commands of slaves share a message; each
 * contributes its own slots.
 */
export function deviceCommand(rows: NonEmpty<SendableRow>): DeviceCommand {
  const [first] = rows;
  return {
    ...(first.args as object),
    ...(first.kind === 'slaves' ? { slots: slotsOf(rows) } : {}),
    op: first.kind,
    id: first.message_id ?? first.command_id,
    expiresAt: messageExpiry(rows),
  } as DeviceCommand;
}

function slotsOf(rows: readonly SendableRow[]): readonly SlaveSlot[] {
  return rows
    .flatMap(({ args }) => (args as { readonly slots: readonly SlaveSlot[] }).slots)
    .toSorted((one, other) => one.address - other.address);
}
