/**
 * First and last day of all screens that ask for a span of days: named periods, or any days, as
 * `YYYY-MM-DD`. Its days are those of the customer's time zone.
 */
import { addDays, daysBetween } from '@busbar/domain/local-date';
import type { Dayjs } from 'dayjs';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePeriodPresets } from './use-period-presets.ts';
import { dayText, pickerDay, WallClockPicker } from './wall-clock-picker.ts';

/** Both days are inclusive. */
export interface Period {
  readonly start: string;
  readonly end: string;
}

interface PeriodFieldProps {
  /** Undefined until the days are known. */
  value: Period | undefined;
  onChange: (period: Period) => void;
  /** Longer periods are not offered by name. */
  maxDays?: number;
  /** Numbers of days up to today that are offered, too. */
  lastDays?: readonly number[];
  isWrong?: boolean;
  'aria-describedby'?: string;
}

const FORMAT = 'YYYY-MM-DD';
/** The earliest day of a timestamp in the API. */
const EARLIEST = '2000-01-01';
const SIDES = ['start', 'end'] as const;

export function PeriodField(props: PeriodFieldProps) {
  const { value, onChange, maxDays = Number.POSITIVE_INFINITY, lastDays = [] } = props;
  const { isWrong = false, 'aria-describedby': help } = props;
  const { t } = useTranslation(['common', 'shell']);
  const [isUsed, setUsed] = useState(false);
  const { today, presets } = usePeriodPresets(isUsed);
  const id = useId();
  /** True after typing, when leaving the field must take over its text. */
  const isTyped = useRef(false);
  const [resets, setResets] = useState({ count: 0, focus: '' });
  const reset = (focus: string) => setResets(({ count }) => ({ count: count + 1, focus }));
  useEffect(() => {
    if (resets.focus.startsWith(id)) document.getElementById(resets.focus)?.focus();
  }, [resets, id]);
  const named = presets
    .filter(({ start, end }) => daysBetween(start, end) < maxDays)
    .map(({ name, start, end }) => ({ label: t(`shell:period.${name}`), start, end }));
  const counted = lastDays
    .filter((count) => count <= maxDays)
    .map((count) => ({
      label: t('shell:range.days', { count }),
      start: addDays(today, 1 - count),
      end: today,
    }));
  const isDay = (text: string) =>
    text <= today && text >= EARLIEST && pickerDay(text)?.format(FORMAT) === text;
  return (
    <span
      className="period-field"
      dir="ltr"
      onInput={() => {
        isTyped.current = true;
      }}
    >
      {SIDES.map((side) => (
        <label key={side} className="visually-hidden" htmlFor={`${id}-${side}`}>
          {t(`shell:range.${side === 'start' ? 'from' : 'to'}`)}
        </label>
      ))}
      <WallClockPicker.RangePicker
        key={resets.count}
        id={{ start: `${id}-start`, end: `${id}-end` }}
        classNames={{ popup: { root: 'period-field__popup' } }}
        format={FORMAT}
        placeholder={[FORMAT, FORMAT]}
        allowClear={false}
        minDate={pickerDay(EARLIEST)!}
        maxDate={pickerDay(today)!}
        {...(isWrong ? { status: 'error' as const, 'aria-invalid': true } : {})}
        {...(help === undefined ? {} : { 'aria-describedby': help })}
        value={value === undefined ? null : [pickerDay(value.start), pickerDay(value.end)]}
        presets={[...named, ...counted].map(({ label, start, end }) => ({
          label,
          value: [pickerDay(start), pickerDay(end)] as [Dayjs, Dayjs],
        }))}
        onFocus={() => setUsed(true)}
        onChange={(days) => {
          const [start, end] = days ?? [];
          isTyped.current = false;
          if (start && end) onChange({ start: dayText(start), end: dayText(end) });
        }}
        // Enter selects the typed day; it does not submit the form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        // The library reports a typed day only after blur, which is too late for the button whose
        // click caused the blur.
        onBlur={({ target, relatedTarget }, { range = 'start' }) => {
          if (!isTyped.current || value === undefined) return;
          isTyped.current = false;
          const next = relatedTarget instanceof HTMLElement ? relatedTarget.id : '';
          const { value: text } = target as HTMLInputElement;
          const changed: Period = { ...value, [range]: text };
          const { start, end } = changed;
          // A text that is no day up to today must not stay visible next to the applied days.
          if (!isDay(text)) reset(next);
          else if (text === value[range]) return;
          else if (start <= end) onChange({ start, end });
          else if (!next.startsWith(id)) onChange({ start: end, end: start });
        }}
      />
    </span>
  );
}
