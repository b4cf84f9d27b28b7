/** Writes the cause of an alarm as one sentence in a language. */
import { formatLasting } from '../../formats/duration-format.ts';
import { formatDecimal, withUnit } from '../../formats/number-format.ts';
import { alarmCause } from './alarm-cause.ts';
import type { CauseClause, CausedAlarm, CauseKey, CauseValue } from './cause-clause.ts';

export interface CauseWriter {
  /** Tag for `Intl`. */
  readonly tag: string;
  /** Returns the text of a key of the catalogue `alarms`; `count` selects the plural form. */
  readonly t: (
    key: CauseKey | 'finding-join',
    values: Readonly<Record<string, string | number>>,
  ) => string;
  /** `YYYY-MM-DD HH:mm:ss` in the reader's time zone. */
  readonly moment: (at: number) => string;
  /** Keeps a value left to right within a sentence; returns it unchanged where marks do harm. */
  readonly isolate: (text: string) => string;
}

export function causeText(alarm: CausedAlarm, now: number, writer: CauseWriter): string {
  const { clauses, power } = alarmCause(alarm, now);
  const { t } = writer;
  const clause = ({ key, count, values = {} }: CauseClause): string =>
    t(key, {
      ...Object.fromEntries(
        Object.entries(values).map(([name, value]) => [name, valueText(value, now, writer)]),
      ),
      ...(count === undefined ? {} : { count }),
    });
  const text = clauses.map(clause).join(t('finding-join', {}));
  const whole = power === undefined ? text : t('cause.with-power', { text, power: clause(power) });
  return whole.charAt(0).toLocaleUpperCase(writer.tag) + whole.slice(1);
}

/** Decimals by unit; other units have at most one, the resolution of protection settings. */
const DIGITS: Readonly<Record<string, readonly [min: number, max: number]>> = {
  kW: [2, 2],
  kWh: [0, 2],
};

function valueText(value: CauseValue, now: number, writer: CauseWriter): string {
  const { t, moment, isolate, tag } = writer;
  if ('key' in value) return t(value.key, {});
  if ('name' in value) return isolate(value.name);
  if ('durationMs' in value) return isolate(formatLasting(value.durationMs, tag));
  if ('figure' in value) {
    const { figure, unit } = value;
    const [min, max] = DIGITS[unit] ?? [0, 1];
    const text = withUnit(formatDecimal(figure, min, max, tag), unit, tag);
    // Without the mark a minus moves to the end of the number in text from right to left.
    return isolate(figure < 0 && tag.startsWith('ar') ? `\u200e${text}` : text);
  }
  const at = moment(value.at);
  // The time of day is enough on the same day.
  return isolate(at.slice(0, 10) === moment(now).slice(0, 10) ? at.slice(11) : at);
}
