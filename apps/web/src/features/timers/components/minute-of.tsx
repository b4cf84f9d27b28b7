import { formatMoment } from '../../../lib/time-format.ts';
import { useRequiredSession } from '../../../lib/use-session.ts';

/** A run's minute in the customer's zone; timers know no seconds. A dash for none. */
export function MinuteOf({ at }: { at: number | null }) {
  const { zone } = useRequiredSession().user;
  if (at === null) return '–';
  return (
    <time className="ltr" dateTime={new Date(at).toISOString()} title={zone}>
      {formatMoment(at, zone).slice(0, 16)}
    </time>
  );
}
