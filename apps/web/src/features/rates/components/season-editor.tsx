/** One season: its name and days, and the hours of its weekdays, weekends and holidays. */
import type { CalendarProblem } from '@busbar/domain/tariff/check-calendar';
import { DAY_KINDS, type DayKind } from '@busbar/domain/tariff/tariff-calendar';
import { Button, Input, Segmented } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { copyOf, type DraftSeason } from '../calendar-draft.ts';
import { useProblemTexts } from '../use-problem-texts.ts';
import { DayHours, Problems } from './day-hours.tsx';
import { MonthDayInput } from './month-day-input.tsx';

export interface SeasonEditorProps {
  readonly season: DraftSeason;
  readonly number: number;
  /** Problems of this season only. */
  readonly problems: readonly CalendarProblem[];
  readonly onChange: (season: DraftSeason) => void;
  /** Undefined for the only season. */
  readonly onRemove: (() => void) | undefined;
}

export function SeasonEditor(props: SeasonEditorProps) {
  const { season, number, problems, onChange, onRemove } = props;
  const { t } = useTranslation('rates');
  const texts = useProblemTexts();
  const id = useId();
  const own = season.name.trim() || t('rates:calendar.season', { number });
  const ofDay = (day: DayKind) =>
    problems.filter((problem) => 'day' in problem && problem.day === day);
  const ofDays = problems.filter((problem) => !('day' in problem));
  return (
    <fieldset className="season box">
      <legend>
        <bdi>{own}</bdi>
      </legend>
      <div className="row align-end gap-wide">
        <div className="season__name stack gap-4">
          <label htmlFor={id}>{t('rates:calendar.season-name')}</label>
          <Input
            id={id}
            value={season.name}
            maxLength={50}
            dir="auto"
            onChange={({ target }) => onChange({ ...season, name: target.value })}
          />
        </div>
        {(['from', 'to'] as const).map((end) => (
          <MonthDayInput
            key={end}
            label={t(`rates:calendar.${end}`)}
            value={season[end]}
            onChange={(day) => onChange({ ...season, [end]: day })}
          />
        ))}
        {onRemove !== undefined && (
          <Button danger onClick={onRemove}>
            {t('rates:calendar.remove-season')}
          </Button>
        )}
      </div>
      <Problems texts={ofDays.map(texts)} />
      {DAY_KINDS.map((day) => {
        const spans = season[day];
        return (
          <div key={day} className="season__day">
            <div className="season__day-head row gap-text">
              <h2>{t(`rates:day.${day}`)}</h2>
              {day !== 'weekday' && (
                <Segmented
                  size="small"
                  value={spans === null ? 'as' : 'own'}
                  aria-label={t(`rates:day.${day}`)}
                  options={[
                    { value: 'as', label: t(`rates:calendar.as-${day}`) },
                    { value: 'own', label: t('rates:calendar.own') },
                  ]}
                  onChange={(choice) =>
                    onChange({
                      ...season,
                      [day]: choice === 'own' ? copyOf(season.weekday) : null,
                    })
                  }
                />
              )}
            </div>
            {spans !== null && (
              <DayHours
                name={`${own}, ${t(`rates:day.${day}`)}`}
                spans={spans}
                problems={ofDay(day)}
                onChange={(changed) => onChange({ ...season, [day]: changed })}
              />
            )}
          </div>
        );
      })}
    </fieldset>
  );
}
