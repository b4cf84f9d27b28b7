/** Writes the cause of an alarm as one sentence in a language. */
import { unitLabel } from '../../unit-label.ts';
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
  readonly number: (value: number, minDigits: number, maxDigits: number) => string;
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
  const { t, moment, isolate } = writer;
  if ('key' in value) return t(value.key, {});
  if ('name' in value) return isolate(value.name);
  if ('durationMs' in value) return isolate(durationText(value.durationMs, writer));
  if ('figure' in value) {
    const { figure, unit } = value;
    return isolate(withUnit(figure, unit, DIGITS[unit] ?? [0, 1], writer));
  }
  const at = moment(value.at);
  // The time of day is enough on the same day.
  return isolate(at.slice(0, 10) === moment(now).slice(0, 10) ? at.slice(11) : at);
}

function withUnit(
  figure: number,
  unit: string,
  [min, max]: readonly [number, number],
  { number, tag }: CauseWriter,
): string {
  return `${number(figure, min, max)}\u202F${unitLabel(unit, tag)}`;
}

const MINUTE_MS = 60_000;

/** `12 s`, `90 s`, `17 min`, `2 h 5 min` or `3 d 4 h`. */
function durationText(ms: number, writer: CauseWriter): string {
  const part = (value: number, unit: string) => withUnit(value, unit, [0, 0], writer);
  const two = (value: number, unit: string, rest: number, restUnit: string) =>
    rest === 0 ? part(value, unit) : `${part(value, unit)} ${part(rest, restUnit)}`;
  if (ms < 2 * MINUTE_MS) return part(Math.floor(ms / 1_000), 's');
  const minutes = Math.floor(ms / MINUTE_MS);
  if (minutes < 60) return part(minutes, 'min');
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return two(hours, 'h', minutes % 60, 'min');
  return two(Math.floor(hours / 24), 'd', hours % 24, 'h');
}
