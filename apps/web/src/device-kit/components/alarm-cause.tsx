import { useNow } from '../../lib/use-now.ts';
import { type CauseRow, useAlarmCause } from '../use-alarm-cause.ts';

const SECOND_MS = 1_000;
const HALF_MINUTE_MS = 30_000;
/** From this duration on, the sentence shows whole minutes. */
const MINUTES_FROM_MS = 120_000;

/** The sentence about an alarm; the duration of an active one follows the clock. */
export function AlarmCause({ alarm }: { alarm: CauseRow }) {
  const cause = useAlarmCause();
  const isNew = Date.now() - alarm.opened_at < MINUTES_FROM_MS;
  const now = useNow(alarm.ended_at === null ? (isNew ? SECOND_MS : HALF_MINUTE_MS) : null);
  return (
    <span className="alarm-cause" aria-live="off">
      {cause(alarm, now)}
    </span>
  );
}
