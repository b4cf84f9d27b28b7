import {
  BellOutlined,
  CheckCircleOutlined,
  CheckOutlined,
  CloseCircleOutlined,
  FileDoneOutlined,
  ReloadOutlined,
  TeamOutlined,
} from '@ant-design/icons';
import { formatMoment } from '@busbar/domain/formats/time-format';
import { NOTICE_EVENTS } from '@busbar/domain/notification/channel';
import { Link } from '@tanstack/react-router';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DeviceName } from '../../components/device-tree/device-name.tsx';
import { StateTag, type StateTone } from '../../components/states/state-tag.tsx';
import type { DataColumn } from '../../components/table/data-column.ts';
import { AlarmLink } from '../../device-kit/components/alarm-link.tsx';
import { useAlarmCause } from '../../device-kit/use-alarm-cause.ts';
import { useAlarmTexts } from '../../device-kit/use-alarm-texts.ts';
import { useRequiredSession } from '../../lib/session/use-session.ts';
import type { NotificationRow } from './api/use-notifications.ts';
import { useReportNotice } from './use-report-notice.ts';

const EVENTS = [...NOTICE_EVENTS, 'report-ready', 'report-failed'] as const;

const LOOKS: Readonly<
  Record<(typeof EVENTS)[number], readonly [tone: StateTone, icon: ReactNode]>
> = {
  opened: ['alarm', <BellOutlined key="opened" />],
  repeated: ['warning', <ReloadOutlined key="repeated" />],
  escalated: ['alarm', <TeamOutlined key="escalated" />],
  ended: ['neutral', <CheckOutlined key="ended" />],
  handled: ['good', <CheckCircleOutlined key="handled" />],
  'report-ready': ['good', <FileDoneOutlined key="ready" />],
  'report-failed': ['alarm', <CloseCircleOutlined key="failed" />],
};

const eventOf = ({ what }: NotificationRow) => EVENTS.find((event) => event === what);

export function useNotificationColumns(
  onRead: (id: number) => void,
): DataColumn<NotificationRow>[] {
  const { t } = useTranslation(['notifications', 'alarms']);
  const reportText = useReportNotice();
  const { zone } = useRequiredSession().user;
  const texts = useAlarmTexts();
  const causeOf = useAlarmCause();
  const what = (row: NotificationRow) => {
    const event = eventOf(row);
    return event === undefined ? row.what : t(`notifications:what.${event}`);
  };
  /** Name of the alarm or report. */
  const alarm = ({ report, ...row }: NotificationRow) =>
    report === null ? texts.type(row) : reportText(report).name;
  /** As of the time of the message. */
  const cause = (row: NotificationRow) =>
    row.report === null ? causeOf(row, row.at) : reportText(row.report).failure;
  return [
    {
      key: 'what',
      title: t('notifications:column.what'),
      value: what,
      render: (row) => {
        const [tone, icon] = LOOKS[eventOf(row) ?? 'opened'];
        return (
          <StateTag tone={tone} icon={icon} isPlain>
            {what(row)}
          </StateTag>
        );
      },
    },
    {
      key: 'alarm',
      title: t('notifications:column.alarm'),
      value: alarm,
      isTitle: true,
      render: (row) => {
        const name = row.read ? alarm(row) : <strong>{alarm(row)}</strong>;
        const open = () => {
          if (!row.read) onRead(row.id);
        };
        if (row.report !== null) {
          const search = row.report.failure === '' ? {} : ({ tab: 'scheduled' } as const);
          return (
            <Link to="/data-report" search={search} className="quiet-link" onClick={open}>
              {name}
            </Link>
          );
        }
        return (
          <AlarmLink alarm={{ ...row, ended_at: null, last_at: row.at }} onClick={open}>
            {name}
          </AlarmLink>
        );
      },
    },
    {
      key: 'device',
      title: t('notifications:column.device'),
      value: (row) => row.device_name,
      render: (row) =>
        row.report === null ? (
          <span title={row.device_code}>
            <DeviceName name={row.device_name} code={row.device_code} />
          </span>
        ) : (
          '–'
        ),
    },
    {
      key: 'value',
      title: t('alarms:column.cause'),
      value: cause,
    },
    {
      key: 'time',
      title: t('notifications:column.time'),
      value: (row) => formatMoment(row.at, zone),
      isLtr: true,
    },
    {
      key: 'since',
      title: t('notifications:column.since'),
      value: (row) => (row.report === null ? formatMoment(row.opened_at, zone) : ''),
      isLtr: true,
      isHiddenByDefault: true,
    },
    {
      key: 'read',
      title: t('notifications:column.read'),
      value: (row) => t(row.read ? 'notifications:list.is-read' : 'notifications:list.is-unread'),
      render: (row) =>
        row.read ? (
          t('notifications:list.is-read')
        ) : (
          <Button
            size="small"
            icon={<CheckOutlined aria-hidden />}
            aria-label={t('notifications:list.read-of', {
              name: row.report === null ? `${alarm(row)}, ${row.device_name}` : alarm(row),
            })}
            onClick={() => onRead(row.id)}
          >
            {t('notifications:list.read')}
          </Button>
        ),
    },
  ];
}
