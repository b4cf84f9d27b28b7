/**
 * Columns of the device list (docs/specification/devices.md 3.1), followed by group, online state
 * and location.
 */
import { DeleteOutlined, EditOutlined, EnvironmentOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { SignalBars } from '../../components/device-tree/signal-bars.tsx';
import { PresenceTag } from '../../components/states/presence-tag.tsx';
import type { DataColumn } from '../../components/table/data-column.ts';
import { ValueWithUnit } from '../../components/values/value-with-unit.tsx';
import type { DeviceListRow } from '../../device-kit/api/device-list.ts';

export interface DeviceActions {
  /** Undefined if the role has no permission. */
  readonly onEdit: ((row: DeviceListRow) => void) | undefined;
  readonly onLocate: ((row: DeviceListRow) => void) | undefined;
  readonly onDelete: ((row: DeviceListRow) => void) | undefined;
}

type Column = DataColumn<DeviceListRow>;

export function useDeviceColumns(actions: DeviceActions): Column[] {
  const { t } = useTranslation('devices');
  const rated = (
    key: string,
    unit: string,
    read: (row: DeviceListRow) => number | null,
  ): Column => ({
    key,
    title: t(`devices:column.${key}`),
    value: read,
    render: (row) => <ValueWithUnit value={read(row)} unit={unit} digits={0} />,
    align: 'end',
  });
  const columns: Column[] = [
    {
      key: 'index',
      title: t('devices:column.index'),
      value: () => null,
      render: (_, index) => index,
      width: 56,
      align: 'end',
      isTableOnly: true,
      isForScreenOnly: true,
      isLtr: true,
    },
    {
      key: 'signal',
      title: t('devices:column.signal'),
      value: (row) => row.csq,
      render: (row) => <SignalBars csq={row.csq} />,
      isSortable: true,
    },
    {
      key: 'name',
      title: t('devices:column.name'),
      value: (row) => row.name,
      render: (row) => <bdi>{row.name}</bdi>,
      isSortable: true,
      isTitle: true,
    },
    {
      key: 'code',
      title: t('devices:column.code'),
      value: (row) => row.code,
      render: (row) => <span className="code">{row.code}</span>,
      isSortable: true,
      isLtr: true,
    },
    {
      key: 'type',
      title: t('devices:column.type'),
      value: (row) => row.type,
      isSortable: true,
      isLtr: true,
    },
    { key: 'rate', title: t('devices:column.rate'), value: (row) => row.rateName },
    rated('rated-voltage', 'V', (row) => row.ratedVoltage),
    rated('rated-current', 'A', (row) => row.ratedCurrent),
    {
      key: 'hardware',
      title: t('devices:column.hardware'),
      value: (row) => row.hardware,
      isLtr: true,
    },
    {
      key: 'software',
      title: t('devices:column.software'),
      value: (row) => row.software,
      isLtr: true,
    },
    {
      key: 'presence',
      title: t('devices:column.presence'),
      value: (row) => t(`common:presence.${row.presence}`),
      render: (row) => <PresenceTag presence={row.presence} heardAt={row.heardAt} />,
    },
    { key: 'group', title: t('devices:column.group'), value: (row) => row.groupName },
    {
      key: 'address',
      title: t('devices:column.address'),
      value: (row) => row.address,
      isHiddenByDefault: true,
    },
  ];
  const hasActions = Object.values(actions).some((action) => action !== undefined);
  return hasActions
    ? [
        ...columns,
        {
          key: 'actions',
          title: t('devices:column.actions'),
          value: () => null,
          render: (row) => <RowActions row={row} {...actions} />,
          isForScreenOnly: true,
          isPinned: true,
        },
      ]
    : columns;
}

function RowActions({ row, onEdit, onLocate, onDelete }: DeviceActions & { row: DeviceListRow }) {
  const { t } = useTranslation('devices');
  const { name } = row;
  return (
    <span className="line inline gap-2 touch">
      {onEdit !== undefined && (
        <Button
          type="text"
          size="small"
          icon={<EditOutlined aria-hidden />}
          title={t('devices:action.edit')}
          aria-label={t('devices:action.edit-of', { name })}
          onClick={() => onEdit(row)}
        />
      )}
      {onLocate !== undefined && (
        <Button
          type="text"
          size="small"
          icon={<EnvironmentOutlined aria-hidden />}
          title={t('devices:action.locate')}
          aria-label={t('devices:action.locate-of', { name })}
          onClick={() => onLocate(row)}
        />
      )}
      {onDelete !== undefined && (
        <Button
          type="text"
          size="small"
          danger
          icon={<DeleteOutlined aria-hidden />}
          title={t('devices:action.delete')}
          aria-label={t('devices:action.delete-of', { name })}
          onClick={() => onDelete(row)}
        />
      )}
    </span>
  );
}
