import { formatMoment } from '@busbar/domain/formats/time-format';
import { useRequiredSession } from '../../lib/session/use-session.ts';

/** An instant in the customer's time zone, with the zone on hover; a dash for none. */
export function Moment({ at }: { at: number | null | undefined }) {
  const { zone } = useRequiredSession().user;
  if (at === null || at === undefined) return '–';
  return (
    <time className="ltr" dateTime={new Date(at).toISOString()} title={zone}>
      {formatMoment(at, zone)}
    </time>
  );
}
