/** Seasons, weekend and holidays of a tariff, validated while typing by the server's rule. */
import { weekdayNames } from '@busbar/domain/formats/date-names';
import { type CalendarProblem, MAX_SEASONS } from '@busbar/domain/tariff/check-calendar';
import { Checkbox, Select } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { AddButton } from '../../../components/forms/add-button.tsx';
import { useLanguage } from '../../../i18n/use-language.ts';
import { type CalendarDraft, withSeason } from '../calendar-draft.ts';
import { useProblemTexts } from '../use-problem-texts.ts';
import { Problems } from './day-hours.tsx';
import { SeasonEditor } from './season-editor.tsx';

export interface CalendarEditorProps {
  readonly draft: CalendarDraft;
  readonly problems: readonly CalendarProblem[];
  readonly onChange: (draft: CalendarDraft) => void;
}

const WEEK = [1, 2, 3, 4, 5, 6, 7] as const;

export function CalendarEditor({ draft, problems, onChange }: CalendarEditorProps) {
  const { t } = useTranslation('rates');
  const { tag } = useLanguage();
  const texts = useProblemTexts();
  const id = useId();
  const weekdays = weekdayNames(tag, 'short');
  const { seasons } = draft;
  return (
    <div className="calendar-editor stack">
      <Problems texts={problems.filter((problem) => !('season' in problem)).map(texts)} />
      {seasons.map((season, at) => (
        <SeasonEditor
          key={season.key}
          season={season}
          number={at + 1}
          problems={problems.filter((problem) => 'season' in problem && problem.season === at)}
          onChange={(changed) =>
            onChange({
              ...draft,
              seasons: seasons.map((one) => (one.key === season.key ? changed : one)),
            })
          }
          onRemove={
            seasons.length === 1
              ? undefined
              : () =>
                  onChange({ ...draft, seasons: seasons.filter(({ key }) => key !== season.key) })
          }
        />
      ))}
      <AddButton
        type="default"
        disabled={seasons.length >= MAX_SEASONS}
        onClick={() => onChange({ ...draft, seasons: withSeason(seasons) })}
      >
        {t('rates:calendar.add-season')}
      </AddButton>
      <fieldset>
        <legend>{t('rates:calendar.weekend-days')}</legend>
        <Checkbox.Group
          value={[...draft.weekend]}
          // 1 January 2024 was a Monday.
          options={WEEK.map((day) => ({
            value: day,
            label: weekdays[day - 1],
          }))}
          onChange={(weekend) => onChange({ ...draft, weekend })}
        />
      </fieldset>
      <label htmlFor={`${id}-holidays`}>{t('rates:calendar.holidays')}</label>
      <Select
        id={`${id}-holidays`}
        mode="tags"
        value={[...draft.holidays]}
        open={false}
        suffixIcon={null}
        tokenSeparators={[',', ' ', ';']}
        placeholder="2027-01-01, 10-01"
        aria-describedby={`${id}-help`}
        onChange={(holidays: string[]) => onChange({ ...draft, holidays })}
      />
      <p id={`${id}-help`} className="hint">
        {t('rates:calendar.holidays-help')}
      </p>
    </div>
  );
}
