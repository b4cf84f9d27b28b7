/** First and last day; shows immediately which days a report of this kind will omit. */
import { MAX_REPORT_DAYS, type ReportType } from '@busbar/domain/report/report-kind';
import { Button } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../../components/fields/date-field.tsx';
import { ltrText } from '../../../lib/formats/ltr-text.ts';
import { formatMoment } from '../../../lib/formats/time-format.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import { useNow } from '../../../lib/use-now.ts';
import { coveredSpan, type DaySpan, isSpan, lastDays, presetsOf } from '../report-span.ts';

const MINUTE_MS = 60_000;
const SIDES = [
  ['start', 'from'],
  ['end', 'to'],
] as const;

interface ReportDaysFieldProps {
  readonly type: ReportType;
  readonly value: DaySpan;
  readonly onChange: (span: DaySpan) => void;
}

export function ReportDaysField({ type, value, onChange }: ReportDaysFieldProps) {
  const { t } = useTranslation('reports');
  const { zone } = useRequiredSession().user;
  const now = useNow(MINUTE_MS);
  const id = useId();
  const today = formatMoment(now, zone).slice(0, 10);
  const isWrong = !isSpan(value);
  return (
    <fieldset className="report-form__field stack gap-8">
      <legend>{t('reports:days.label')}</legend>
      <div className="report-form__presets row">
        {presetsOf(type).map((days) => {
          const span = lastDays(days, today);
          return (
            <Button
              key={days}
              size="small"
              aria-pressed={span.start === value.start && span.end === value.end}
              onClick={() => onChange(span)}
            >
              {days === 1 ? t('common:range.today') : t('reports:days.last', { count: days })}
            </Button>
          );
        })}
      </div>
      <div className="report-form__days halves">
        {SIDES.map(([side, label]) => (
          <label className="stack gap-2 text-small" key={side} htmlFor={`${id}-${side}`}>
            {t(`common:range.${label}`)}
            <DateField
              id={`${id}-${side}`}
              value={value[side]}
              max={today}
              isWrong={isWrong}
              aria-describedby={`${id}-said`}
              onChange={(day) => onChange({ ...value, [side]: day })}
            />
          </label>
        ))}
      </div>
      <p id={`${id}-said`} className="hint" data-wrong={isWrong} role="status">
        {isWrong ? t('reports:days.wrong') : t('common:range.zone', { zone })}
      </p>
      {!isWrong && <CutNote type={type} span={value} now={now} zone={zone} />}
    </fieldset>
  );
}

interface CutNoteProps {
  readonly type: ReportType;
  readonly span: DaySpan;
  readonly now: number;
  readonly zone: string;
}

function CutNote({ type, span, now, zone }: CutNoteProps) {
  const { t } = useTranslation('reports');
  const covered = coveredSpan(type, span, now, zone);
  if (!covered.isCut) return null;
  const { start, end } = covered;
  return (
    <p className="report-form__note warn text-small" role="status">
      {t('reports:days.cut', {
        count: MAX_REPORT_DAYS[type],
        start: ltrText(start),
        end: ltrText(end),
      })}
    </p>
  );
}
