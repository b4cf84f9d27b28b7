/**
 * Position of the contact during a day in which only the timing slots switch it; the last command
 * before midnight carries over.
 */
import { isClockTime } from '@busbar/domain/clock-time';
import type { Values } from '@busbar/domain/protection/definition';

export interface DayCommand {
  readonly slot: number;
  /** Minutes since midnight by the device's clock. */
  readonly minute: number;
  readonly command: 'open' | 'close';
}

export interface DaySpan {
  readonly from: number;
  readonly to: number;
  readonly position: 'open' | 'closed';
}

export const DAY_MINUTES = 1440;
const SLOTS = [1, 2, 3, 4, 5, 6, 7, 8] as const;

/** In time order; of two slots at the same minute, the one listed last wins. */
export function commandsOfDay(values: Values): DayCommand[] {
  return SLOTS.flatMap((slot): DayCommand[] => {
    const command = values[`order${slot}`];
    const time = values[`time${slot}`];
    if ((command !== 'open' && command !== 'close') || typeof time !== 'string') return [];
    // May be invalid while typing.
    if (!isClockTime(time)) return [];
    const [hour, minute] = time.split(':').map(Number);
    return [{ slot, minute: hour! * 60 + minute!, command }];
  }).sort((one, other) => one.minute - other.minute || one.slot - other.slot);
}

export function spansOfDay(commands: readonly DayCommand[]): DaySpan[] {
  const last = commands.at(-1);
  if (last === undefined) return [];
  const spans: DaySpan[] = [];
  let from = 0;
  let standing = last.command;
  const until = (to: number) => {
    const position = standing === 'open' ? 'open' : 'closed';
    const before = spans.at(-1);
    // A command that is reverted in the same minute has no effect.
    if (before?.position === position) spans[spans.length - 1] = { ...before, to };
    else if (to > from) spans.push({ from, to, position });
    from = to;
  };
  for (const { minute, command } of commands) {
    if (command === standing) continue;
    until(minute);
    standing = command;
  }
  until(DAY_MINUTES);
  return spans;
}
