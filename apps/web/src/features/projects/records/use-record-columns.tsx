import { CheckOutlined } from '@ant-design/icons';
import { formatMoment } from '@busbar/domain/formats/time-format';
import { Link } from '@tanstack/react-router';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { DataColumn } from '../../../components/table/data-column.ts';
import { AlarmCause } from '../../../device-kit/components/alarm-cause.tsx';
import { HandledTag, OpenTag } from '../../../device-kit/components/alarm-state-tags.tsx';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import type { ProjectRecord } from '../api/use-project-records.ts';
import { partNameOf, useRecordTexts } from './use-record-texts.ts';

/** `onHandle` is undefined for read-only users. */
export function useRecordColumns(
  onHandle: ((record: ProjectRecord) => void) | undefined,
): DataColumn<ProjectRecord>[] {
  const { t } = useTranslation(['projects', 'alarms']);
  const { zone } = useRequiredSession().user;
  const texts = useRecordTexts();
  return [
    { key: 'time', title: t('alarms:column.time'), value: (row) => row.record_time, isLtr: true },
    { key: 'type', title: t('alarms:column.type'), value: texts.type, isTitle: true },
    {
      key: 'detail',
      title: t('projects:record.detail'),
      value: texts.detail,
      render: (row) => <AlarmCause alarm={row} />,
    },
    {
      key: 'group',
      title: t('projects:record.group'),
      value: partNameOf,
      render: (row) => <bdi>{partNameOf(row) || '–'}</bdi>,
    },
    {
      key: 'device',
      title: t('alarms:column.device'),
      value: (row) => row.device_name,
      render: (row) => (
        <Link
          to="/device"
          search={{ device: row.device_code, at: Math.floor(row.opened_at / 1000), range: '3d' }}
          title={row.device_code}
        >
          <bdi>{row.device_name}</bdi>
        </Link>
      ),
    },
    {
      key: 'code',
      title: t('alarms:column.code'),
      value: (row) => row.device_code,
      isLtr: true,
      isHiddenByDefault: true,
    },
    {
      key: 'state',
      title: t('alarms:column.state'),
      value: (row) => t(`alarms:state.${row.ended_at === null ? 'open' : 'ended'}`),
      render: (row) => <OpenTag alarm={row} />,
    },
    {
      key: 'ended',
      title: t('alarms:column.ended'),
      value: (row) => (row.ended_at === null ? '' : formatMoment(row.ended_at, zone)),
      isLtr: true,
      isHiddenByDefault: true,
    },
    {
      key: 'handled',
      title: t('alarms:column.handled'),
      value: (row) => t(`alarms:state.${row.handled ? 'handled' : 'unhandled'}`),
      render: (row) => <HandledTag isHandled={row.handled} />,
    },
    {
      key: 'handled-by',
      title: t('alarms:column.handled-by'),
      value: (row) => row.handled_by,
      isHiddenByDefault: true,
    },
    {
      key: 'note',
      title: t('alarms:column.note'),
      value: (row) => row.handled_note,
      isHiddenByDefault: true,
    },
    ...(onHandle === undefined
      ? []
      : [
          {
            key: 'actions',
            title: t('alarms:column.actions'),
            value: () => null,
            render: (row: ProjectRecord) => (
              <Button
                size="small"
                icon={<CheckOutlined aria-hidden />}
                disabled={row.handled}
                aria-label={t('projects:record.handle-one', {
                  what: texts.type(row),
                  name: partNameOf(row) || row.device_name,
                })}
                onClick={() => onHandle(row)}
              >
                {t('projects:record.handle')}
              </Button>
            ),
            isForScreenOnly: true,
            isPinned: true,
            width: 120,
          },
        ]),
  ];
}
