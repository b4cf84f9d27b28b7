/** First and last day; shows immediately which days a report of this kind will omit. */

import { ltrText } from '@busbar/domain/formats/ltr-text';
import { MAX_REPORT_DAYS, type ReportType } from '@busbar/domain/report/report-kind';
import { useTranslation } from 'react-i18next';
import { PeriodField } from '../../../components/fields/period-field.tsx';
import { UnbrokenDates } from '../../../components/values/unbroken-dates.tsx';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import { useNow } from '../../../lib/use-now.ts';
import { coveredSpan, type DaySpan, LAST_DAYS } from '../report-span.ts';

const MINUTE_MS = 60_000;

interface ReportDaysFieldProps {
  readonly type: ReportType;
  readonly value: DaySpan;
  readonly onChange: (span: DaySpan) => void;
}

export function ReportDaysField({ type, value, onChange }: ReportDaysFieldProps) {
  const { t } = useTranslation(['reports', 'shell']);
  const { zone } = useRequiredSession().user;
  return (
    <fieldset className="report-form__field stack gap-8">
      <legend>{t('reports:days.label')}</legend>
      <PeriodField
        value={value}
        maxDays={MAX_REPORT_DAYS[type]}
        lastDays={LAST_DAYS}
        onChange={onChange}
      />
      <p className="hint">{t('shell:range.zone', { zone })}</p>
      <CutNote type={type} span={value} now={useNow(MINUTE_MS)} zone={zone} />
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
  const { t } = useTranslation(['reports', 'shell']);
  const covered = coveredSpan(type, span, now, zone);
  if (!covered.isCut) return null;
  const { start, end } = covered;
  return (
    <p className="report-form__note warn text-small" role="status">
      <UnbrokenDates
        text={t('reports:days.cut', {
          count: MAX_REPORT_DAYS[type],
          start: ltrText(start),
          end: ltrText(end),
        })}
      />
    </p>
  );
}
