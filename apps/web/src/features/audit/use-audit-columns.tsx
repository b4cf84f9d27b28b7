import { useTranslation } from 'react-i18next';
import { DeviceName } from '../../components/device-tree/device-name.tsx';
import type { DataColumn } from '../../components/table/data-column.ts';
import { LogStatus } from '../log/components/log-status.tsx';
import { useLogTexts } from '../log/use-log-texts.ts';
import { type AuditEntry, statusOf } from './api/use-audit.ts';

export function useAuditColumns(): DataColumn<AuditEntry>[] {
  const { t } = useTranslation(['audit', 'log']);
  const texts = useLogTexts();
  return [
    {
      key: 'seq',
      title: t('audit:column.seq'),
      value: (row) => row.seq,
      render: (row) => row.seq ?? <span title={t('audit:unsealed')}>…</span>,
      width: 90,
      align: 'end',
      isLtr: true,
    },
    {
      key: 'time',
      title: t('log:column.time'),
      value: (row) => row.time,
      isSortable: true,
      isLtr: true,
      isTitle: true,
    },
    {
      key: 'user',
      title: t('log:column.user'),
      value: (row) => row.user_name,
      render: (row) => <bdi>{row.user_name === '' ? t('audit:platform') : row.user_name}</bdi>,
      isSortable: true,
    },
    {
      key: 'address',
      title: t('log:column.address'),
      value: (row) => row.client_address,
      isLtr: true,
    },
    {
      key: 'module',
      title: t('log:column.module'),
      value: (row) => texts.module(row.module),
      isSortable: true,
    },
    {
      key: 'command',
      title: t('log:column.command'),
      value: (row) => texts.command(row.command),
      isSortable: true,
    },
    {
      key: 'status',
      title: t('log:column.status'),
      value: (row) => texts.refusal(statusOf(row)) ?? texts.status(statusOf(row)),
      render: (row) => <LogStatus status={statusOf(row)} />,
      isSortable: true,
    },
    {
      key: 'device',
      title: t('log:column.device'),
      value: (row) => row.device_code,
      render: (row) => (
        <span className="code">{row.device_code === '' ? '–' : row.device_code}</span>
      ),
      isSortable: true,
      isLtr: true,
    },
    {
      key: 'device-name',
      title: t('log:column.device-name'),
      value: (row) => row.device_name,
      render: (row) => <DeviceName name={row.device_name} code={row.device_code} />,
      isHiddenByDefault: true,
    },
    {
      key: 'session',
      title: t('audit:column.session'),
      value: (row) => row.session,
      isLtr: true,
      isHiddenByDefault: true,
    },
  ];
}
