/** One report: its content, progress, failure reason and actions. */
import { DeleteOutlined, DownloadOutlined, RedoOutlined, StopOutlined } from '@ant-design/icons';
import { formatBytes } from '@busbar/domain/formats/bytes-text';
import { formatCount } from '@busbar/domain/formats/number-format';
import { MAX_REPORT_DAYS, REPORT_TYPES } from '@busbar/domain/report/report-kind';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Moment } from '../../../components/values/moment.tsx';
import { useErrorText } from '../../../i18n/error-text.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { failureOf, isUnderWay, type Report, stateOf } from '../report-state.ts';
import { useReportActions } from '../use-report-actions.ts';
import { ReportTag } from './report-tag.tsx';
import { useReportName } from './use-report-name.ts';

export function ReportRow({ report }: { report: Report }) {
  const { t } = useTranslation('reports');
  const { tag } = useLanguage();
  const errorText = useErrorText();
  const name = useReportName()(report);
  const actions = useReportActions(report);
  const state = stateOf(report);
  const isDone = state === 'done';
  const type = REPORT_TYPES.find((known) => known === report.type);
  const facts = [
    report.devices === null
      ? t('reports:row.all')
      : t('reports:row.devices', { count: report.devices }),
    report.format.toUpperCase(),
    ...(isDone
      ? [
          t('reports:row.rows', { count: report.rows, shown: formatCount(report.rows, tag) }),
          formatBytes(report.bytes ?? 0, tag),
        ]
      : []),
  ];
  return (
    <li className="report-row" data-state={state} data-format={report.format}>
      <div className="row gap-text">
        <h3>{name}</h3>
        <ReportTag state={state} />
      </div>
      <p className="row gap-text hint">
        {facts.map((fact) => (
          <bdi key={fact}>{fact}</bdi>
        ))}
        <Moment at={report.created_at} />
      </p>
      {report.cut && type !== undefined && (
        <p className="report-form__note warn text-small">
          {t('reports:row.cut', { count: MAX_REPORT_DAYS[type] })}
        </p>
      )}
      {isUnderWay(report) && (
        <div className="report-row__progress line gap-12">
          <progress value={report.progress} max={100} aria-label={name} />
          <bdi className="ltr">{report.progress} %</bdi>
        </div>
      )}
      {state === 'failed' && <p className="bad">{t(`reports:failure.${failureOf(report)}`)}</p>}
      {actions.isGone && (
        <p className="bad" role="alert">
          {t('reports:gone')}
        </p>
      )}
      {actions.error !== null && (
        <p className="bad" role="alert">
          {errorText(actions.error)}
        </p>
      )}
      <div className="report-row__tools">
        {isDone && (
          <Button
            type="primary"
            icon={<DownloadOutlined aria-hidden />}
            loading={actions.isSaving}
            aria-label={`${t('reports:do.download')}: ${name}`}
            onClick={actions.save}
          >
            {t('reports:do.download')}
          </Button>
        )}
        {!isUnderWay(report) && !isDone && (
          <Button
            icon={<RedoOutlined aria-hidden />}
            loading={actions.isAsking}
            aria-label={`${t('reports:do.again')}: ${name}`}
            onClick={actions.again}
          >
            {t('reports:do.again')}
          </Button>
        )}
        {(isUnderWay(report) || isDone) && (
          <Button
            icon={isDone ? <DeleteOutlined aria-hidden /> : <StopOutlined aria-hidden />}
            loading={actions.isCancelling}
            aria-label={`${t(isDone ? 'reports:do.delete' : 'reports:do.cancel')}: ${name}`}
            onClick={actions.cancel}
          >
            {t(isDone ? 'reports:do.delete' : 'reports:do.cancel')}
          </Button>
        )}
      </div>
    </li>
  );
}
