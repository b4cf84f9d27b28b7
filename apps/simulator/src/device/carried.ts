/** Interface of a device that command handlers use, and the result of a command. */

import type { DeviceTimer } from '@busbar/device-protocol/down/down-command';
import type { JsonObject } from '@busbar/device-protocol/payload';
import type { Reading } from '@busbar/device-protocol/up/decode-data';
import type { ReplyName } from '@busbar/device-protocol/up/reply-codes';
import type { DeviceKind } from '@busbar/domain/device/device-type';
import type { LineMemory } from '../meter/line-meter.ts';
import type { Parameters } from '../protection/parameters.ts';
import type { DeviceSpec } from './device-spec.ts';
import type { Outgoing } from './outgoing.ts';
import type { Unit } from './unit.ts';

export interface CommandedDevice {
  readonly spec: DeviceSpec;
  readonly kind: DeviceKind;
  readonly units: readonly Unit[];
  readonly parameters: Parameters;
  readonly line: LineMemory;
  timers: readonly DeviceTimer[];
  /** Returns the current values at `now`. */
  readings(now: number): Reading[];
  /** Returns the state report of these units, sent `afterMs` from now. */
  stateOf(
    units: readonly Unit[],
    commandId: string | undefined,
    now: number,
    afterMs: number,
  ): Outgoing[];
}

export interface Carried {
  readonly name: ReplyName;
  readonly message?: string | undefined;
  readonly data?: JsonObject | undefined;
  /** Messages sent after the reply. */
  readonly afterwards?: readonly Outgoing[];
  /** True if a contact changed position. */
  readonly moved?: boolean;
}
