/** Periods by name, in the customer's time zone and with the customer's settlement day. */
import { type PeriodPreset, periodPresets } from '@busbar/domain/billing/period-presets';
import { formatMoment } from '@busbar/domain/formats/time-format';
import { addDays } from '@busbar/domain/local-date';
import type { Answer } from '../../lib/calls/call-types.ts';
import { useCallQuery } from '../../lib/calls/use-call.ts';
import { useRequiredSession } from '../../lib/session/use-session.ts';
import { useNow } from '../../lib/use-now.ts';

const MINUTE_MS = 60_000;
/** The bounds of periods rarely change, and the call adds up the amounts of all of them. */
const FRESH_MS = 600_000;

type Settlement = Answer<'v2.settlement'>['data'];

interface PeriodPresets {
  readonly today: string;
  readonly presets: PeriodPreset[];
}

/**
 * Until the settlement has been read, or if the role may not read it, only days and months. It is
 * read once `isWanted` is true.
 */
export function usePeriodPresets(isWanted: boolean): PeriodPresets {
  const { zone } = useRequiredSession().user;
  const now = useNow(MINUTE_MS);
  const { data } = useCallQuery(
    'v2.settlement',
    {},
    { select: (answer) => answer.data, staleTime: FRESH_MS, enabled: isWanted },
  );
  const presets = periodPresets(now, zone, data && planOf(data));
  return { today: formatMoment(now, zone).slice(0, 10), presets };
}

/** The known periods have fixed bounds, so that a changed settlement day counts from the next. */
function planOf({ settlement_day, open, ended, closed }: Settlement) {
  return {
    settlementDay: settlement_day,
    standing: [open, ...ended, ...closed].map(({ start, end }) => ({
      start,
      end: addDays(end, 1),
    })),
  };
}
