/** A new report: kind, devices, days and file format. */

import { formatMoment } from '@busbar/domain/formats/time-format';
import {
  REPORT_FORMATS,
  REPORT_TYPES,
  type ReportFormat,
  type ReportType,
} from '@busbar/domain/report/report-kind';
import { Alert, Button, Radio, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../../i18n/error-text.ts';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '../../../i18n/languages.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import { useReportChanges } from '../api/use-reports.ts';
import { ALL_DEVICES, isScopeOpen } from '../report-scope.ts';
import { lastDays } from '../report-span.ts';
import { ReportDaysField } from './report-days.tsx';
import { ReportScopeField } from './report-scope.tsx';

const USUAL_DAYS = 7;

interface ReportFormProps {
  readonly type: ReportType;
  readonly onType: (type: ReportType) => void;
}

export function ReportForm({ type, onType }: ReportFormProps) {
  const { t } = useTranslation('reports');
  const { zone } = useRequiredSession().user;
  const { language } = useLanguage();
  const errorText = useErrorText();
  const { ask, followed } = useReportChanges();
  const [scope, setScope] = useState(ALL_DEVICES);
  const [span, setSpan] = useState(() =>
    lastDays(USUAL_DAYS, formatMoment(Date.now(), zone).slice(0, 10)),
  );
  const [format, setFormat] = useState<ReportFormat>('xlsx');
  const [chosenLanguage, setLanguage] = useState<Language>();
  const isBlocked = isScopeOpen(scope);
  const start = () =>
    ask.mutate(
      {
        query: {
          type,
          format,
          ...span,
          language: chosenLanguage ?? language,
          ...(scope.kind === 'devices' ? { device_codes: scope.devices.join(',') } : {}),
          ...(scope.kind === 'group' ? { group_id: String(scope.group) } : {}),
        },
      },
      { onSuccess: () => void followed() },
    );
  return (
    <form
      className="report-form tile"
      aria-labelledby="report-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBlocked && !ask.isPending) start();
      }}
    >
      <h2 id="report-form">{t('reports:new')}</h2>
      <fieldset className="report-form__field stack gap-8">
        <legend>{t('reports:type.label')}</legend>
        <Radio.Group
          className="report-form__types radio-rows"
          value={type}
          onChange={({ target }) => onType(target.value)}
        >
          {REPORT_TYPES.map((value) => (
            <Radio key={value} value={value}>
              {t(`reports:type.${value}`)}
              <span className="report-form__about faint text-small">
                {t(`reports:about.${value}`)}
              </span>
            </Radio>
          ))}
        </Radio.Group>
      </fieldset>
      <ReportScopeField value={scope} onChange={setScope} />
      <ReportDaysField type={type} value={span} onChange={setSpan} />
      <fieldset className="report-form__field stack gap-8">
        <legend>{t('reports:file.label')}</legend>
        <div className="row spread">
          <Radio.Group
            aria-label={t('reports:file.label')}
            value={format}
            options={REPORT_FORMATS.toReversed().map((value) => ({
              value,
              label: t(`reports:file.${value}`),
            }))}
            onChange={({ target }) => setFormat(target.value)}
          />
          <Select<Language>
            aria-label={t('reports:file.language')}
            value={chosenLanguage ?? language}
            options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
            popupMatchSelectWidth={false}
            onChange={setLanguage}
          />
        </div>
      </fieldset>
      {ask.error !== null && (
        <Alert type="error" showIcon role="alert" title={errorText(ask.error)} />
      )}
      <Button type="primary" htmlType="submit" disabled={isBlocked} loading={ask.isPending}>
        {t('reports:create')}
      </Button>
    </form>
  );
}
