/**
 * A timer table, as written by the platform and as reported by a device: one unreadable timer
 * rejects the whole table.
 */

import { isClockTime } from '@busbar/domain/clock-time';
import type { Rejection } from '@busbar/domain/device/rejection';
import { SWITCH_COMMANDS } from '@busbar/domain/switch/interlock';
import { EVERY_DAY } from '@busbar/domain/timer/next-run';
import { MAX_TIMERS } from '@busbar/domain/timer/timer-holder';
import type { DeviceTimer } from '../down/down-command.ts';
import type { JsonObject } from '../payload.ts';
import { quoted, rejectionOf, Unreadable } from '../rejection.ts';
import { addressOf, enumOf, integerOf, objectOf, required, textOf } from '../wire-values.ts';

/** Throws `Unreadable` if a timer is invalid. */
export function timersOf(record: JsonObject): DeviceTimer[] {
  const { timers } = record;
  if (!Array.isArray(timers)) throw new Unreadable('wrong-type', 'timers is no list');
  if (timers.length > MAX_TIMERS) throw new Unreadable('too-many', `${timers.length} timers`);
  return timers.map((entry: unknown) => {
    const timer = objectOf(entry);
    const at = required(textOf(timer, 'at', 5), 'at');
    if (!isClockTime(at)) throw new Unreadable('bad-time', `at: ${quoted(at)}`);
    const address = addressOf(timer);
    return {
      id: required(integerOf(timer, 'id', 0, 2 ** 31 - 1), 'id'),
      ...(address === undefined ? {} : { address }),
      days: required(integerOf(timer, 'days', 1, EVERY_DAY), 'days'),
      at,
      to: required(enumOf(timer, 'to', SWITCH_COMMANDS), 'to'),
    };
  });
}

/** Timers in force according to the reply to `timers`; undefined if it does not contain them. */
export function decodeHeldTimers(
  data: JsonObject | undefined,
): readonly DeviceTimer[] | Rejection | undefined {
  if (data?.timers === undefined) return undefined;
  try {
    return timersOf(data);
  } catch (error) {
    return rejectionOf(error);
  }
}
