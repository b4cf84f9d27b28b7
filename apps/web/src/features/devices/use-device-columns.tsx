/** Device list columns (docs/specification/devices.md 3.1): what an operator asks, then the nameplate. */

import { DeleteOutlined, EditOutlined, EnvironmentOutlined } from '@ant-design/icons';
import { COMMANDS_OF_KIND } from '@busbar/domain/switch/interlock';
import { Button } from 'antd';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { DeviceName } from '../../components/device-tree/device-name.tsx';
import { SignalBars } from '../../components/device-tree/signal-bars.tsx';
import { kindOfRow } from '../../components/device-tree/tree-device.ts';
import { PresenceTag } from '../../components/states/presence-tag.tsx';
import type { DataColumn } from '../../components/table/data-column.ts';
import { Age } from '../../components/values/age.tsx';
import { ValueWithUnit } from '../../components/values/value-with-unit.tsx';
import type { DeviceListRow, DeviceListSort } from '../../device-kit/api/device-list.ts';
import { LoadCell, PercentCell } from '../../device-kit/components/load-cell.tsx';
import { OpenAlarm, openAlarmName } from '../../device-kit/components/open-alarm.tsx';
import { StateText } from '../../device-kit/components/state-text.tsx';
import { deviceTypeText } from '../../device-kit/device-type-text.ts';
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

function TypeText({ type }: { readonly type: string }) {
  const { t } = useTranslation('devices');
  return deviceTypeText(type, t);
}

/** The nameplate and other data that rarely changes: shown if the user chooses it. */
const NAMEPLATE: readonly ListColumn[] = [
  {
    key: 'type',
    // A file has the word that an import reads.
    value: (row) => row.deviceType,
    render: (row) => <TypeText type={row.deviceType} />,
    sort: 'device_type',
    isLtr: true,
  },
  { key: 'rate', value: (row) => row.rateName },
  rated('rated-voltage', 'V', (row) => row.ratedVol),
  rated('rated-current', 'A', (row) => row.ratedCur),
  { key: 'hardware', value: (row) => row.hVersion, isLtr: true },
  { key: 'software', value: (row) => row.sVersion, isLtr: true },
  { key: 'address', value: (row) => row.address },
];

const COLUMNS: readonly ListColumn[] = [
  {
    key: 'index',
    value: () => null,
    render: (_, index) => index,
    width: 56,
    align: 'end',
    isHiddenByDefault: true,
    isTableOnly: true,
    isForScreenOnly: true,
    isLtr: true,
  },
  {
    key: 'name',
    value: (row) => row.deviceName,
    render: (row) => <DeviceName name={row.deviceName} code={row.deviceCode} />,
    sort: 'device_name',
    isTitle: true,
  },
  {
    key: 'state',
    value: (row, t) => (row.action === undefined ? null : t(`control:cause.${row.action}`)),
    render: (row) =>
      COMMANDS_OF_KIND[kindOfRow({ kind: row.kind, device_type: row.deviceType })].length === 0 ? (
        '–'
      ) : (
        <span className="row inline gap-text">
          <StateText action={row.action} />
        </span>
      ),
  },
  {
    key: 'load',
    value: (row) => row.loadKw,
    render: (row) => <LoadCell load={row} />,
    sort: 'load',
    isDescendingFirst: true,
  },
  {
    key: 'load-percent',
    value: (row) => row.loadPercent,
    render: (row) => <PercentCell load={row} />,
    sort: 'load_percent',
    align: 'end',
    isDescendingFirst: true,
    isHiddenByDefault: true,
  },
  {
    key: 'alarm',
    value: (row, t) => (row.alarmType === null ? null : openAlarmName(row.alarmType, t)),
    render: (row) => <OpenAlarm alarm={row} />,
  },
  {
    key: 'presence',
    value: (row, t) => t(`common:presence.${row.presence}`),
    render: (row) => (
      <div className="nowrap">
        <PresenceTag presence={row.presence} heardAt={row.heardAt} />
        <div className="faint text-tiny">
          <Age at={row.heardAt} />
        </div>
      </div>
    ),
    sort: 'heard_at',
  },
  { key: 'group', value: (row) => row.groupName },
  {
    key: 'signal',
    value: (row) => row.csq,
    render: (row) => <SignalBars csq={row.csq} />,
    sort: 'csq',
  },
  {
    key: 'energy-today',
    value: (row) => row.energyToday,
    render: (row) => <ValueWithUnit value={row.energyToday} unit="kWh" digits={2} />,
    sort: 'energy_today',
    align: 'end',
    isDescendingFirst: true,
  },
  {
    key: 'code',
    value: (row) => row.deviceCode,
    render: (row) => <span className="code">{row.deviceCode}</span>,
    sort: 'device_code',
    isLtr: true,
  },
  ...NAMEPLATE.map((column) => ({ ...column, isHiddenByDefault: true })),
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
