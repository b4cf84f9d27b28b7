/** How the contact stands through a day that the timing slots alone move; the last order before midnight holds over it. */
import { isClockTime } from '@busbar/domain/clock-time';
import type { Values } from '@busbar/domain/protection/definition';

export interface DayOrder {
  readonly slot: number;
  /** Minutes since midnight of the device's clock. */
  readonly minute: number;
  readonly order: 'open' | 'close';
}

export interface DaySpan {
  readonly from: number;
  readonly to: number;
  readonly position: 'open' | 'closed';
}

export const DAY_MINUTES = 1440;
const SLOTS = [1, 2, 3, 4, 5, 6, 7, 8] as const;

/** In the sequence of the day; of two at the same minute the later slot has the last word. */
export function ordersOfDay(values: Values): DayOrder[] {
  return SLOTS.flatMap((slot): DayOrder[] => {
    const order = values[`order${slot}`];
    const time = values[`time${slot}`];
    if ((order !== 'open' && order !== 'close') || typeof time !== 'string') return [];
    // While it is typed it may be no time.
    if (!isClockTime(time)) return [];
    const [hour, minute] = time.split(':').map(Number);
    return [{ slot, minute: hour! * 60 + minute!, order }];
  }).sort((one, other) => one.minute - other.minute || one.slot - other.slot);
}

export function spansOfDay(orders: readonly DayOrder[]): DaySpan[] {
  const last = orders.at(-1);
  if (last === undefined) return [];
  const spans: DaySpan[] = [];
  let from = 0;
  let standing = last.order;
  const until = (to: number) => {
    const position = standing === 'open' ? 'open' : 'closed';
    const before = spans.at(-1);
    // An order that another takes back in the same minute was none.
    if (before?.position === position) spans[spans.length - 1] = { ...before, to };
    else if (to > from) spans.push({ from, to, position });
    from = to;
  };
  for (const { minute, order } of orders) {
    if (order === standing) continue;
    until(minute);
    standing = order;
  }
  until(DAY_MINUTES);
  return spans;
}
