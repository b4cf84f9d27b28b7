/** Creates an energy report as XLSX and downloads it when it is ready. */
import { FileExcelOutlined } from '@ant-design/icons';
import { addDays, daysBetween } from '@busbar/domain/local-date';
import { MAX_REPORT_DAYS, type ReportFailure } from '@busbar/domain/report/report-kind';
import { useMutation } from '@tanstack/react-query';
import { App, Button, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../../i18n/error-text.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import type { ApiError } from '../../../lib/calls/api-error.ts';
import { makeReportFile } from '../api/make-report-file.ts';

interface XlsxButtonProps {
  /** First and last day, both inclusive; undefined while they are loaded. */
  readonly period: { readonly start: string; readonly end: string } | undefined;
  /** Code of the device; undefined for all. */
  readonly device: string | undefined;
}

type Period = NonNullable<XlsxButtonProps['period']>;

export function XlsxButton({ period, device }: XlsxButtonProps) {
  const { t } = useTranslation('reports');
  const { message } = App.useApp();
  const { language } = useLanguage();
  const errorText = useErrorText();
  const making = useMutation<ReportFailure | 'saved', ApiError, Period>({
    mutationFn: ({ start, end }) =>
      makeReportFile({
        type: 'energy',
        format: 'xlsx',
        start,
        end,
        language,
        ...(device === undefined ? {} : { device_codes: device }),
      }),
    onSuccess: (failure) => {
      if (failure !== 'saved') message.error(t(`reports:failure.${failure}`));
    },
    onError: (error) => message.error(errorText(error)),
  });
  const most = MAX_REPORT_DAYS.energy;
  const isTooLong =
    period !== undefined && daysBetween(period.start, addDays(period.end, 1)) > most;
  return (
    <Tooltip title={isTooLong ? t('reports:xlsx.too-long', { count: most }) : ''}>
      <Button
        icon={<FileExcelOutlined aria-hidden />}
        disabled={period === undefined || isTooLong}
        loading={making.isPending}
        onClick={() => period !== undefined && making.mutate(period)}
      >
        {t('reports:xlsx.export')}
      </Button>
    </Tooltip>
  );
}
