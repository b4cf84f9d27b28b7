/** Device list columns (docs/specification/devices.md 3.1), then group, online state, location. */
import { DeleteOutlined, EditOutlined, EnvironmentOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { SignalBars } from '../../components/device-tree/signal-bars.tsx';
import { PresenceTag } from '../../components/states/presence-tag.tsx';
import type { DataColumn } from '../../components/table/data-column.ts';
import { ValueWithUnit } from '../../components/values/value-with-unit.tsx';
import type { DeviceListRow, DeviceListSort } from '../../device-kit/api/device-list.ts';
import type { CsvCell } from '../../lib/formats/csv.ts';

export interface DeviceActions {
  /** Undefined if the role has no permission. */
  readonly onEdit: ((row: DeviceListRow) => void) | undefined;
  readonly onLocate: ((row: DeviceListRow) => void) | undefined;
  readonly onDelete: ((row: DeviceListRow) => void) | undefined;
}

type Column = DataColumn<DeviceListRow>;

interface ListColumn extends Omit<Column, 'title' | 'value' | 'isSortable'> {
  /** Key of the title in `devices:column`, and of the column in URLs and stored settings. */
  readonly key: string;
  readonly value: (row: DeviceListRow, t: TFunction) => CsvCell;
  /** The server sorts by this field. */
  readonly sort?: DeviceListSort;
}

const rated = (
  key: string,
  unit: string,
  value: (row: DeviceListRow) => number | null,
): ListColumn => ({
  key,
  value,
  render: (row) => <ValueWithUnit value={value(row)} unit={unit} digits={0} />,
  align: 'end',
});

const COLUMNS: readonly ListColumn[] = [
  {
    key: 'index',
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
    value: (row) => row.csq,
    render: (row) => <SignalBars csq={row.csq} />,
    sort: 'csq',
  },
  {
    key: 'name',
    value: (row) => row.deviceName,
    render: (row) => <bdi>{row.deviceName}</bdi>,
    sort: 'device_name',
    isTitle: true,
  },
  {
    key: 'code',
    value: (row) => row.deviceCode,
    render: (row) => <span className="code">{row.deviceCode}</span>,
    sort: 'device_code',
    isLtr: true,
  },
  { key: 'type', value: (row) => row.deviceType, sort: 'device_type', isLtr: true },
  { key: 'rate', value: (row) => row.rateName },
  rated('rated-voltage', 'V', (row) => row.ratedVol),
  rated('rated-current', 'A', (row) => row.ratedCur),
  { key: 'hardware', value: (row) => row.hVersion, isLtr: true },
  { key: 'software', value: (row) => row.sVersion, isLtr: true },
  {
    key: 'presence',
    value: (row, t) => t(`common:presence.${row.presence}`),
    render: (row) => <PresenceTag presence={row.presence} heardAt={row.heardAt} />,
  },
  { key: 'group', value: (row) => row.groupName },
  { key: 'address', value: (row) => row.address, isHiddenByDefault: true },
];

/** The field to sort by; undefined for a column that is not sortable or does not exist. */
export const sortOfColumn = (key: string | undefined): DeviceListSort | undefined =>
  COLUMNS.find((column) => column.key === key)?.sort;

export function useDeviceColumns(actions: DeviceActions): Column[] {
  const { t } = useTranslation('devices');
  const columns = COLUMNS.map(
    ({ sort, value, ...column }): Column => ({
      ...column,
      title: t(`devices:column.${column.key}`),
      value: (row) => value(row, t),
      isSortable: sort !== undefined,
    }),
  );
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
  const name = row.deviceName;
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
