/** Reads the clock of a DL/T 645 meter, by which a switching command expires. */
import { dateIn, readDate, readTime, timeIn } from '@busbar/device-protocol/line/dlt645-clock';
import type { Exchange } from '@busbar/domain/line/expectation';
import type { LineFrame } from '@busbar/domain/line/line-frame';
import { isDateCertain, type MeterTime } from '@busbar/domain/line/meter-clock';
import type { LineRequests, RequestEnd, RequestOptions } from '../line-requests.ts';

export interface ReadClock {
  readonly time: MeterTime;
  /** Time of the monotonic clock at which the answer with the time arrived. */
  readonly answeredAt: number;
}

/** Number of attempts to read a value whose answer is lost. */
const ATTEMPTS = 2;

/** Resolves to the reason if the clock cannot be read. */
export async function readMeterClock(
  requests: LineRequests,
  station: string,
  remainingMs: () => number,
): Promise<ReadClock | 'not-connected' | 'too-late' | 'clock-unread'> {
  const options: RequestOptions = { priority: 'command', remainingMs };
  const date = await readValue(requests, readDate(station), options, dateIn);
  if ('failed' in date) return date.failed;
  const time = await readValue(requests, readTime(station), options, timeIn);
  if ('failed' in time) return time.failed;
  const sinceMs = time.end.endedAt - date.end.sentAt!;
  const { endedAt: answeredAt } = time.end;
  if (isDateCertain(time.value, sinceMs)) {
    return { time: { ...date.value, ...time.value }, answeredAt };
  }
  // It has just been midnight, so that the date after the time is that of the time.
  const next = await readValue(requests, readDate(station), options, dateIn);
  if ('failed' in next) return next.failed;
  return { time: { ...next.value, ...time.value }, answeredAt };
}

type ReadValue<T> =
  | { readonly value: T; readonly end: RequestEnd }
  | { readonly failed: 'not-connected' | 'too-late' | 'clock-unread' };

async function readValue<T>(
  requests: LineRequests,
  exchange: Exchange,
  options: RequestOptions,
  decode: (frame: LineFrame) => T | undefined,
): Promise<ReadValue<T>> {
  for (let attempt = 1; ; attempt++) {
    const end = await requests.run(exchange, options);
    const { reason, frame } = end;
    if (reason === 'line-closed') return { failed: 'not-connected' };
    if (options.remainingMs() <= 0) return { failed: 'too-late' };
    const value = reason === 'answered' && frame !== undefined ? decode(frame) : undefined;
    if (value !== undefined) return { value, end };
    if (reason !== 'no-answer' || attempt === ATTEMPTS) return { failed: 'clock-unread' };
  }
}
