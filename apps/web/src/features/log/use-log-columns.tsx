import { useTranslation } from 'react-i18next';
import { DeviceName } from '../../components/device-tree/device-name.tsx';
import type { DataColumn } from '../../components/table/data-column.ts';
import type { LogRow } from './api/use-log.ts';
import { LogStatus } from './components/log-status.tsx';
import { useLogDetail } from './use-log-detail.ts';
import { useLogTexts } from './use-log-texts.ts';
import { useLogUser } from './use-log-user.ts';

/** Columns of docs/specification/control.md 6.2, followed by user and source. */
export function useLogColumns(): DataColumn<LogRow>[] {
  const { t } = useTranslation('log');
  const texts = useLogTexts();
  const detail = useLogDetail();
  const user = useLogUser();
  return [
    {
      key: 'index',
      title: t('log:column.index'),
      value: () => null,
      render: (_, index) => index,
      width: 60,
      align: 'end',
      isForScreenOnly: true,
      isTableOnly: true,
      isLtr: true,
    },
    {
      key: 'device',
      title: t('log:column.device'),
      value: (row) => row.deviceCode,
      render: (row) => <span className="code">{row.deviceCode === '' ? '–' : row.deviceCode}</span>,
      isLtr: true,
      isTitle: true,
    },
    {
      key: 'device-name',
      title: t('log:column.device-name'),
      value: (row) => row.deviceName,
      render: (row) => <DeviceName name={row.deviceName} code={row.deviceCode} />,
    },
    {
      key: 'module',
      title: t('log:column.module'),
      value: (row) => texts.module(row.procMode),
    },
    { key: 'time', title: t('log:column.time'), value: (row) => row.logTime, isLtr: true },
    {
      key: 'command',
      title: t('log:column.command'),
      value: (row) => texts.command(row.opCommand),
    },
    {
      key: 'status',
      title: t('log:column.status'),
      value: (row) => texts.refusal(row.status) ?? texts.status(row.status),
      render: (row) => <LogStatus status={row.status} />,
    },
    { key: 'user', title: t('log:column.user'), value: (row) => user(row) },
    {
      key: 'address',
      title: t('log:column.address'),
      value: (row) => row.clientAddress,
      isLtr: true,
      isHiddenByDefault: true,
    },
    {
      key: 'detail',
      title: t('log:drawer.detail'),
      value: (row) =>
        detail(row)
          .map(({ name, text }) => `${name}: ${text}`)
          .join('; '),
      isHiddenByDefault: true,
    },
  ];
}
