/** Spans of one kind of day: one row each, with the bar above and the problems below. */
import { DeleteOutlined } from '@ant-design/icons';
import { TARIFF_BANDS } from '@busbar/domain/tariff/band';
import type { CalendarProblem } from '@busbar/domain/tariff/check-calendar';
import { Button, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { AddButton } from '../../../components/forms/add-button.tsx';
import { type DraftSpan, spansOfDraft, withSpan } from '../calendar-draft.ts';
import { useProblemTexts } from '../use-problem-texts.ts';
import { HoursBar } from './hours-bar.tsx';

export interface DayHoursProps {
  /** Names the rows for screen readers: season and kind of day. */
  readonly name: string;
  readonly spans: readonly DraftSpan[];
  /** Problems of this kind of day only. */
  readonly problems: readonly CalendarProblem[];
  readonly onChange: (spans: readonly DraftSpan[]) => void;
}

export function DayHours({ name, spans, problems, onChange }: DayHoursProps) {
  const { t } = useTranslation('rates');
  const texts = useProblemTexts();
  const change = (key: number, part: Partial<DraftSpan>) =>
    onChange(spans.map((span) => (span.key === key ? { ...span, ...part } : span)));
  const isWrong = (span: DraftSpan) =>
    problems.some(({ kind }) => kind === 'edge-invalid') &&
    spansOfDraft([span]).some(({ from, to }) => !(from % 5 === 0 && to % 5 === 0 && from !== to));
  return (
    <div className="day-hours">
      <HoursBar spans={spansOfDraft(spans)} name={name} />
      <ul className="day-hours__spans columns columns-wide gap-8" aria-label={name}>
        {spans.map((span, at) => (
          <li key={span.key} className="line gap-4 touch">
            <Select
              className="day-hours__band"
              value={span.band}
              aria-label={t('rates:calendar.band-of', { number: at + 1 })}
              options={TARIFF_BANDS.map((band) => ({
                value: band,
                label: t(`rates:band.${band}`),
              }))}
              onChange={(band) => change(span.key, { band })}
            />
            <span className="line inline gap-4" dir="ltr">
              {(['from', 'to'] as const).map((end) => (
                <Input
                  key={end}
                  className="day-hours__time"
                  value={span[end]}
                  maxLength={5}
                  autoComplete="off"
                  aria-label={t(`rates:calendar.${end}-of`, { number: at + 1 })}
                  aria-invalid={isWrong(span)}
                  {...(isWrong(span) ? { status: 'error' as const } : {})}
                  onChange={({ target }) => change(span.key, { [end]: target.value })}
                />
              ))}
            </span>
            <Button
              type="text"
              icon={<DeleteOutlined aria-hidden />}
              aria-label={t('rates:calendar.remove-span', { number: at + 1 })}
              title={t('rates:calendar.remove-span', { number: at + 1 })}
              onClick={() => onChange(spans.filter(({ key }) => key !== span.key))}
            />
          </li>
        ))}
      </ul>
      <AddButton type="default" size="small" onClick={() => onChange(withSpan(spans))}>
        {t('rates:calendar.add-span')}
      </AddButton>
      <Problems texts={problems.map(texts)} />
    </div>
  );
}

/** Screen readers announce the problems when they change. */
export function Problems({ texts }: { texts: readonly string[] }) {
  return (
    <ul className="rate-problems bad" aria-live="polite">
      {texts.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}
