import { formatMoment } from '@busbar/domain/formats/time-format';
import { useRequiredSession } from '../../../lib/session/use-session.ts';

/** Minute of a run in the customer's time zone; timers have no seconds. Shows a dash for null. */
export function MinuteOf({ at }: { at: number | null }) {
  const { zone } = useRequiredSession().user;
  if (at === null) return '–';
  return (
    <time className="ltr" dateTime={new Date(at).toISOString()} title={zone}>
      {formatMoment(at, zone).slice(0, 16)}
    </time>
  );
}
