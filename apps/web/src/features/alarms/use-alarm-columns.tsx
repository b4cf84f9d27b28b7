import { formatMoment } from '@busbar/domain/formats/time-format';
import { useTranslation } from 'react-i18next';
import type { DataColumn } from '../../components/table/data-column.ts';
import { type AlarmRow, isOpen } from '../../device-kit/alarm.ts';
import { AlarmCause } from '../../device-kit/components/alarm-cause.tsx';
import { AlarmLink } from '../../device-kit/components/alarm-link.tsx';
import { AlarmMarks, HandledTag, OpenTag } from '../../device-kit/components/alarm-state-tags.tsx';
import { useAlarmCause } from '../../device-kit/use-alarm-cause.ts';
import { useAlarmTexts } from '../../device-kit/use-alarm-texts.ts';
import { useRequiredSession } from '../../lib/session/use-session.ts';
import {
  AlarmActions,
  type AlarmActionsProps,
  useAlarmRights,
} from './components/alarm-actions.tsx';
import { AlarmPriorityTag } from './components/alarm-kind-tag.tsx';

/** Columns of the alarm lists; the export has a separate column for every figure. */
export function useAlarmColumns(onAsk: AlarmActionsProps['onAsk']): DataColumn<AlarmRow>[] {
  const { t } = useTranslation('alarms');
  const { zone } = useRequiredSession().user;
  const { mayDeal } = useAlarmRights();
  const texts = useAlarmTexts();
  const cause = useAlarmCause();
  const moment = (at: number | null) => (at === null ? '' : formatMoment(at, zone));
  return [
    { key: 'time', title: t('alarms:column.time'), value: (row) => row.alarm_time, isLtr: true },
    {
      key: 'type',
      title: t('alarms:column.type'),
      value: (row) => texts.type(row),
      isTitle: true,
    },
    {
      key: 'priority',
      title: t('alarms:column.priority'),
      value: (row) => row.priority,
      render: (row) => <AlarmPriorityTag alarm={row} />,
    },
    {
      key: 'kind',
      title: t('alarms:column.kind'),
      value: (row) => t(`alarms:kind.${row.kind === 'warning' ? 'warning' : 'alarm'}`),
      isHiddenByDefault: true,
    },
    {
      key: 'device',
      title: t('alarms:column.device'),
      value: (row) => row.device_name,
      render: (row) => <AlarmLink alarm={row} />,
    },
    {
      key: 'code',
      title: t('alarms:column.code'),
      value: (row) => row.device_code,
      isLtr: true,
      isHiddenByDefault: true,
    },
    {
      key: 'cause',
      title: t('alarms:column.cause'),
      value: (row) => cause(row, Date.now()),
      render: (row) => <AlarmCause alarm={row} />,
    },
    {
      key: 'measured',
      title: t('alarms:column.peak'),
      value: (row) => row.peak,
      isHiddenByDefault: true,
    },
    {
      key: 'limit',
      title: t('alarms:drawer.limit'),
      value: (row) => row.limit,
      isHiddenByDefault: true,
    },
    {
      key: 'unit',
      title: t('alarms:column.unit'),
      value: (row) => row.unit,
      isLtr: true,
      isHiddenByDefault: true,
    },
    {
      key: 'phase',
      title: t('alarms:drawer.phase'),
      value: (row) => row.phase,
      isLtr: true,
      isHiddenByDefault: true,
    },
    { key: 'count', title: t('alarms:column.count'), value: (row) => row.count, align: 'end' },
    {
      key: 'ended',
      title: t('alarms:column.ended'),
      value: (row) => moment(row.ended_at),
      isLtr: true,
    },
    {
      key: 'state',
      title: t('alarms:column.state'),
      value: (row) => t(`alarms:state.${isOpen(row) ? 'open' : 'ended'}`),
      render: (row) => (
        <span className="row inline gap-text">
          <OpenTag alarm={row} />
          <AlarmMarks alarm={row} />
        </span>
      ),
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
    ...(mayDeal ? [actionColumn(t('alarms:column.actions'), onAsk)] : []),
  ];
}

function actionColumn(title: string, onAsk: AlarmActionsProps['onAsk']): DataColumn<AlarmRow> {
  return {
    key: 'actions',
    title,
    value: () => null,
    render: (row) => <AlarmActions alarm={row} isCompact onAsk={onAsk} />,
    isForScreenOnly: true,
    isPinned: true,
    width: 64,
  };
}
