/** Days of a timer: seven checkboxes, and buttons for common sets. */
import { weekdayNames } from '@busbar/domain/formats/date-names';
import { Button, Checkbox } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/use-language.ts';
import { DAY_BITS, DAY_SETS, type DaySet, daySetOf } from '../week-days.ts';

export interface DaysInputProps {
  readonly value: number;
  readonly problem: string | undefined;
  readonly onChange: (days: number) => void;
}

export function DaysInput({ value, problem, onChange }: DaysInputProps) {
  const { t } = useTranslation('timers');
  const { tag } = useLanguage();
  const problemId = useId();
  const long = weekdayNames(tag, 'long');
  return (
    <fieldset
      className="stack gap-8 to-start full"
      aria-describedby={problem === undefined ? undefined : problemId}
    >
      <legend>{t('timers:form.days')}</legend>
      <div className="timer-form__days row">
        {weekdayNames(tag, 'short').map((name, index) => (
          <Checkbox
            key={name}
            aria-label={long[index]}
            checked={(value & DAY_BITS[index]!) !== 0}
            onChange={() => onChange(value ^ DAY_BITS[index]!)}
          >
            {name}
          </Checkbox>
        ))}
      </div>
      <div className="timer-form__sets row touch">
        {(Object.keys(DAY_SETS) as DaySet[]).map((set) => (
          <Button
            key={set}
            size="small"
            aria-pressed={daySetOf(value) === set}
            onClick={() => onChange(DAY_SETS[set])}
          >
            {t(`timers:days.${set}`)}
          </Button>
        ))}
      </div>
      {problem !== undefined && (
        <p id={problemId} className="bad text-small" role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
