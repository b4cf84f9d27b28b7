/** The customer's time, for a room without another clock. */
import { Moment } from '../../../components/moment.tsx';
import { useNow } from '../../../lib/use-now.ts';

export function WallClock() {
  return (
    <span className="wall__clock">
      <Moment at={useNow(1_000)} />
    </span>
  );
}
