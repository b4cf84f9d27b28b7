/** A day of the year without the year: month by name, day by number. */
import { monthName } from '@busbar/domain/formats/date-names';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/use-language.ts';

const LONGEST = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

export interface MonthDayInputProps {
  readonly label: string;
  /** `MM-DD`. */
  readonly value: string;
  readonly onChange: (day: string) => void;
}

export function MonthDayInput({ label, value, onChange }: MonthDayInputProps) {
  const { t } = useTranslation('rates');
  const { tag } = useLanguage();
  const [month = 1, day = 1] = value.split('-').map(Number);
  const set = (nextMonth: number, nextDay: number) => {
    const last = LONGEST[nextMonth - 1] ?? 31;
    onChange(
      [nextMonth, Math.min(nextDay, last)].map((part) => String(part).padStart(2, '0')).join('-'),
    );
  };
  return (
    <fieldset className="month-day">
      <legend>{label}</legend>
      <Select
        className="month-day__month"
        value={month}
        aria-label={`${label}: ${t('rates:calendar.month')}`}
        options={LONGEST.map((_, at) => ({
          value: at + 1,
          label: monthName(at + 1, tag),
        }))}
        onChange={(next) => set(next, day)}
      />
      <Select
        className="month-day__day"
        value={day}
        aria-label={`${label}: ${t('rates:calendar.day')}`}
        options={Array.from({ length: LONGEST[month - 1] ?? 31 }, (_, at) => ({
          value: at + 1,
          label: String(at + 1),
        }))}
        onChange={(next) => set(month, next)}
      />
    </fieldset>
  );
}
