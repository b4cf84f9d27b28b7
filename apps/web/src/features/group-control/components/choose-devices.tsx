/** Table to select devices: individually, by page, or all that match the filters. */
import { GROUP_ORDER_DEVICES } from '@busbar/domain/switch/control-pace';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Button, Checkbox } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PresenceTag } from '../../../components/states/presence-tag.tsx';
import type { DataColumn } from '../../../components/table/data-column.ts';
import { DataTable } from '../../../components/table/data-table.tsx';
import { useTable } from '../../../components/table/use-table.ts';
import { StateText } from '../../../device-kit/components/state-text.tsx';
import { present } from '../../../lib/address/search-params.ts';
import {
  type DeviceFilterChange,
  DeviceFilters,
  NO_FILTERS,
} from '../../devices/components/device-filters.tsx';
import { type GroupDevice, useGroupDevices } from '../api/use-group-devices.ts';
import { canBeSwitched } from '../group-order-preview.ts';
import type { Choice } from '../use-choice.ts';

export function ChooseDevices({ choice }: { choice: Choice }) {
  const { t } = useTranslation('group-control');
  const search = useSearch({ from: '/shell/devicecontroller' });
  const navigate = useNavigate({ from: '/devicecontroller' });
  const table = useTable('group-control');
  const { keyword, online, type } = search;
  const filters = { keyword, online, type };
  const list = useGroupDevices(filters, table.page, table.size);
  const [isReading, setReading] = useState(false);
  const columns = useChoiceColumns(choice);
  const filter = (part: DeviceFilterChange) =>
    void navigate({ search: (old) => present({ ...old, ...part, page: undefined }) });
  const chooseAll = async () => {
    setReading(true);
    try {
      choice.add((await list.readPage(1, GROUP_ORDER_DEVICES)).rows);
    } finally {
      setReading(false);
    }
  };
  const total = list.data?.total ?? 0;
  return (
    <DataTable
      label={t('group-control:devices')}
      table={table}
      columns={columns}
      rowKey={(row) => row.code}
      rows={list.data?.rows}
      total={total}
      isFetching={list.isFetching}
      error={list.error}
      onRetry={() => void list.refetch()}
      filters={<DeviceFilters filters={filters} onChange={filter} />}
      actions={
        <span className="row">
          <Button onClick={() => choice.add(list.data?.rows ?? [])}>
            {t('group-control:choose.page')}
          </Button>
          <Button loading={isReading} onClick={() => void chooseAll()}>
            {t('group-control:choose.all', { count: Math.min(total, GROUP_ORDER_DEVICES) })}
          </Button>
        </span>
      }
      empty={{
        title: t('group-control:none'),
        action: <Button onClick={() => filter(NO_FILTERS)}>{t('devices:filter.clear')}</Button>,
      }}
    />
  );
}

function useChoiceColumns({ codes, toggle }: Choice): DataColumn<GroupDevice>[] {
  const { t } = useTranslation(['group-control', 'devices']);
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
          aria-label={t('group-control:choose.one', { name: row.name })}
          onChange={() => toggle(row)}
        />
      ),
    },
    {
      key: 'name',
      title: t('devices:column.name'),
      value: (row) => row.name,
      render: (row) => <bdi>{row.name}</bdi>,
      isTitle: true,
    },
    {
      key: 'code',
      title: t('devices:column.code'),
      value: (row) => row.code,
      render: (row) => <span className="code">{row.code}</span>,
      isLtr: true,
    },
    { key: 'type', title: t('devices:column.type'), value: (row) => row.type, isLtr: true },
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
      key: 'presence',
      title: t('devices:column.presence'),
      value: (row) => row.presence,
      render: (row) => <PresenceTag presence={row.presence} heardAt={row.heardAt} />,
    },
    { key: 'group', title: t('devices:column.group'), value: (row) => row.groupName },
  ];
}
