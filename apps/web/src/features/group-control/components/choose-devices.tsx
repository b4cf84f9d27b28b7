/** Table to select devices: individually, by page, or all that match the filters. */
import { useSearch } from '@tanstack/react-router';
import { Button, Checkbox } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeviceName } from '../../../components/device-tree/device-name.tsx';
import { PresenceTag } from '../../../components/states/presence-tag.tsx';
import { StepLink } from '../../../components/states/step-link.tsx';
import type { DataColumn } from '../../../components/table/data-column.ts';
import { DataTable } from '../../../components/table/data-table.tsx';
import { useListSearch } from '../../../components/table/use-list-search.ts';
import { useTable } from '../../../components/table/use-table.ts';
import { LoadCell } from '../../../device-kit/components/load-cell.tsx';
import { StateText } from '../../../device-kit/components/state-text.tsx';
import { deviceTypeText } from '../../../device-kit/device-type-text.ts';
import { DEVICE_FILTERS, DeviceFilters } from '../../devices/components/device-filters.tsx';
import { ALL_ROWS, type GroupDevice, useGroupDevices } from '../api/use-group-devices.ts';
import { canBeSwitched } from '../batch-preview.ts';
import { useShownName } from '../shown-names.ts';
import type { Choice } from '../use-choice.ts';

export function ChooseDevices({ choice }: { choice: Choice }) {
  const { t } = useTranslation('group-control');
  const searched = useListSearch(useSearch({ from: '/shell/devicecontroller' }), ...DEVICE_FILTERS);
  const table = useTable('group-control');
  const { keyword, online, type } = searched.search;
  const sort = table.sort === 'load' ? ('load' as const) : undefined;
  const filters = { keyword, online, type, sort, order: table.order };
  const list = useGroupDevices(filters, table.page, table.size);
  const [isReading, setReading] = useState(false);
  const columns = useChoiceColumns(choice);
  const chooseAll = async () => {
    setReading(true);
    try {
      choice.add((await list.readPage(1, ALL_ROWS)).rows);
    } finally {
      setReading(false);
    }
  };
  return (
    <DataTable
      label={t('group-control:devices')}
      table={table}
      columns={columns}
      rowKey={(row) => row.code}
      rows={list.data?.rows}
      total={list.data?.total ?? 0}
      isFetching={list.isFetching}
      error={list.error}
      onRetry={() => void list.refetch()}
      filters={<DeviceFilters list={searched} />}
      actions={
        <span className="row">
          <Button onClick={() => choice.add(list.data?.rows ?? [])}>
            {t('group-control:choose.page')}
          </Button>
          <Button loading={isReading} onClick={() => void chooseAll()}>
            {t('group-control:choose.all')}
          </Button>
        </span>
      }
      empty={
        searched.isFiltered
          ? {
              title: t('group-control:none'),
              action: <Button onClick={searched.clear}>{t('devices:filter.clear')}</Button>,
            }
          : { title: t('devices:list.none'), action: <StepLink step="register-device" /> }
      }
    />
  );
}

function useChoiceColumns({ codes, toggle }: Choice): DataColumn<GroupDevice>[] {
  const { t } = useTranslation(['group-control', 'devices']);
  const shownName = useShownName();
  return [
    {
      key: 'choose',
      title: t('group-control:choose.column'),
      value: () => null,
      width: 64,
      isForScreenOnly: true,
      render: (row) => (
        <Checkbox
          checked={codes.has(row.code)}
          disabled={!canBeSwitched(row)}
          aria-label={t('group-control:choose.one', { name: shownName(row) })}
          onChange={() => toggle(row)}
        />
      ),
    },
    {
      key: 'name',
      title: t('devices:column.name'),
      value: shownName,
      render: (row) => <DeviceName name={shownName(row)} code={row.code} />,
      isTitle: true,
    },
    {
      key: 'code',
      title: t('devices:column.code'),
      value: (row) => row.code,
      render: (row) => <span className="code">{row.code}</span>,
      isLtr: true,
    },
    {
      key: 'type',
      title: t('devices:column.type'),
      value: (row) => deviceTypeText(row.type, t),
      isLtr: true,
    },
    {
      key: 'state',
      title: t('group-control:state'),
      value: (row) => row.action ?? null,
      render: (row) =>
        canBeSwitched(row) ? (
          <span className="row inline gap-text">
            <StateText action={row.action} />
          </span>
        ) : (
          '–'
        ),
    },
    {
      key: 'load',
      title: t('devices:column.load'),
      value: (row) => row.loadKw,
      render: (row) => <LoadCell load={row} />,
      isSortable: true,
      isDescendingFirst: true,
    },
    {
      key: 'presence',
      title: t('devices:column.presence'),
      value: (row) => row.presence,
      render: (row) => <PresenceTag presence={row.presence} heardAt={row.heardAt} />,
    },
    { key: 'group', title: t('devices:column.group'), value: (row) => row.groupName },
  ];
}
