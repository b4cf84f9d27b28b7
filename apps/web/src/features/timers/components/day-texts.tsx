import { formatList, weekdayNames } from '@busbar/domain/formats/date-names';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/use-language.ts';
import { DAY_BITS, daySetOf } from '../week-days.ts';

/** Seven days as a strip and as screen reader text; `isShort` shows a common set by name only. */
export function DayTexts({ days, isShort = false }: { days: number; isShort?: boolean }) {
  const { t } = useTranslation('timers');
  const { tag } = useLanguage();
  const set = daySetOf(days);
  const long = weekdayNames(tag, 'long').filter((_, index) => (days & DAY_BITS[index]!) !== 0);
  const list = formatList(long, tag);
  return (
    <p className="row gap-text hint">
      {(!isShort || set === undefined) && (
        <span className="timer__strip line inline gap-4" aria-hidden="true">
          {weekdayNames(tag, 'short').map((name, index) => (
            <span key={name} data-on={(days & DAY_BITS[index]!) !== 0}>
              {name}
            </span>
          ))}
        </span>
      )}
      <span className={set === undefined ? 'visually-hidden' : undefined}>
        {set === undefined ? list : t(`timers:days.${set}`)}
      </span>
    </p>
  );
}
