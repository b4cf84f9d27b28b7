/** Commands of the device protocol ("Down: platform to device"), with domain names. */
import type { ParameterSet } from '@busbar/domain/protection/parameter-set';
import type { SwitchCommand } from '@busbar/domain/switch/interlock';
import type { SlaveSlot } from '@busbar/domain/switch/slave-slot';
import type { HeldTimer } from '@busbar/domain/timer/timer-holder';
import type { JsonObject } from '../payload.ts';

/** A timer in the device's own table; `at` is in its local time. */
export type DeviceTimer = HeldTimer;

export const SUMMON_KINDS = ['variable', 'energy'] as const;

export type SummonKind = (typeof SUMMON_KINDS)[number];

export type CommandAction =
  | { readonly op: 'switch'; readonly to: SwitchCommand }
  | { readonly op: 'slaves'; readonly slots: readonly SlaveSlot[] }
  | { readonly op: 'summon'; readonly dataType: SummonKind }
  | { readonly op: 'read'; readonly what: ParameterSet }
  | { readonly op: 'write'; readonly what: ParameterSet; readonly data: JsonObject }
  | { readonly op: 'timers'; readonly timers: readonly DeviceTimer[] }
  | { readonly op: 'frame'; readonly hex: string };

export type DownCommand = CommandAction & {
  readonly id: string;
  /** Instant, ms since 1970, after which the device must reject the command. */
  readonly expiresAt: number;
};

export const OPS = ['switch', 'slaves', 'summon', 'read', 'write', 'timers', 'frame'] as const;

export const MAX_SLOTS = 20;
export const MAX_FRAME_BYTES = 512;
