/** The 24 hours of a day as a bar of periods; gaps and overlaps are hatched. */

import { clockOfMinute } from '@busbar/domain/formats/clock-of-minute';
import { MINUTES_OF_DAY } from '@busbar/domain/tariff/tariff-calendar';
import './day-bar.css';

const HOURS = [0, 3, 6, 9, 12, 15, 18, 21, 24] as const;
/** Min length of a period with a label, two and a half hours; a shorter one would truncate it. */
const NAMED_FROM_MINUTES = 150;

export interface DayPart {
  /** Key for the style; `gap` and `overlap` are hatched. */
  readonly kind: string;
  readonly label: string;
  /** Minutes of the day; a period does not extend over midnight. */
  readonly from: number;
  readonly to: number;
  readonly color?: string;
}

/** Later periods are drawn above earlier ones; screen readers get them in chronological order. */
export function DayBar({ parts, name }: { parts: readonly DayPart[]; name: string }) {
  const texts = [...parts].sort((one, other) => one.from - other.from).map(textOf);
  return (
    <div className="hours-bar" role="img" aria-label={`${name}: ${texts.join(', ')}`}>
      <div className="hours-bar__day" dir="ltr">
        {parts.map((part) => (
          <span
            key={`${part.kind} ${part.from} ${part.to}`}
            className="hours-bar__part"
            data-kind={part.kind}
            title={textOf(part)}
            style={{
              left: percent(part.from),
              width: percent(part.to - part.from),
              ...(part.color === undefined ? {} : { background: part.color }),
            }}
          >
            {part.to - part.from >= NAMED_FROM_MINUTES && <bdi>{part.label}</bdi>}
          </span>
        ))}
      </div>
      <div className="hours-bar__hours" dir="ltr" aria-hidden>
        {HOURS.map((hour) => (
          <span key={hour} style={{ left: percent(hour * 60) }}>
            {String(hour).padStart(2, '0')}
          </span>
        ))}
      </div>
    </div>
  );
}

const textOf = ({ from, to, label }: DayPart): string =>
  `${clockOfMinute(from)}–${clockOfMinute(to)} ${label}`;

function percent(minutes: number): string {
  return `${(minutes / MINUTES_OF_DAY) * 100}%`;
}
