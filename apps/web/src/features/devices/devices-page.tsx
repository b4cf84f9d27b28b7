/** Device list (docs/specification/devices.md 3): find, add, edit, locate and delete devices. */

import { useSearch } from '@tanstack/react-router';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AddButton } from '../../components/forms/add-button.tsx';
import { PageHeading } from '../../components/menu/page-heading.tsx';
import { DataTable } from '../../components/table/data-table.tsx';
import { useListSearch } from '../../components/table/use-list-search.ts';
import { useTable } from '../../components/table/use-table.ts';
import { type DeviceListRow, useDeviceList } from '../../device-kit/api/device-list.ts';
import { useMay } from '../../lib/session/use-may.ts';
import { DeviceCard } from './components/device-card.tsx';
import { DeviceDialogs, type OpenDialog } from './components/device-dialogs.tsx';
import { DeviceDrawer } from './components/device-drawer.tsx';
import { DEVICE_FILTERS, DeviceFilters } from './components/device-filters.tsx';
import { FirstRunAction, FirstRunSteps } from './components/first-run.tsx';
import { useDeviceCardName } from './use-device-card-name.ts';
import { sortOfColumn, useDeviceColumns } from './use-device-columns.tsx';

export function DevicesPage() {
  const { t } = useTranslation('devices');
  const searched = useListSearch(useSearch({ from: '/shell/devicemanage' }), ...DEVICE_FILTERS);
  const { search } = searched;
  const table = useTable('devices', { rowPx: 64 });
  const [dialog, setDialog] = useState<OpenDialog>();
  const { keyword, online, type, position } = search;
  const { sort, order, page, size } = table;
  const filters = { keyword, online, type, position, sort: sortOfColumn(sort), order };
  const list = useDeviceList(filters, page, size);

  const mayChange = useMay('device.write');
  const isAdmin = useMay('device.remove');
  const open = (kind: 'location' | 'delete' | 'secret') => (device: DeviceListRow) =>
    setDialog({ kind, device });
  const add = () => setDialog({ kind: 'form', device: undefined });
  const actions = {
    onEdit: mayChange ? (device: DeviceListRow) => setDialog({ kind: 'form', device }) : undefined,
    onLocate: mayChange ? open('location') : undefined,
    onDelete: isAdmin ? open('delete') : undefined,
  };
  const columns = useDeviceColumns(actions);
  const cardName = useDeviceCardName();
  const card = {
    label: cardName,
    content: (row: DeviceListRow) => <DeviceCard row={row} actions={actions} />,
  };

  const shown = list.data?.rows.find((row) => row.deviceCode === search.open);

  return (
    <>
      <PageHeading />
      <DataTable
        label={t('devices:title')}
        table={table}
        columns={columns}
        card={card}
        rowKey={(row) => row.deviceCode}
        rows={list.data?.rows}
        total={list.data?.total ?? 0}
        isFetching={list.isFetching}
        error={list.error}
        onRetry={() => void list.refetch()}
        filters={<DeviceFilters list={searched} />}
        actions={mayChange && <AddButton onClick={add}>{t('devices:action.add')}</AddButton>}
        empty={
          searched.isFiltered
            ? {
                title: t('devices:filter.nothing'),
                body: t('devices:filter.nothing-body'),
                action: <Button onClick={searched.clear}>{t('devices:filter.clear')}</Button>,
              }
            : {
                title: t('devices:list.none'),
                body: <FirstRunSteps mayAdd={mayChange} />,
                ...(mayChange ? { action: <FirstRunAction onAdd={add} /> } : {}),
              }
        }
        onOpenRow={({ deviceCode }) => searched.set({ open: deviceCode })}
        openRowKey={search.open}
        exportPage={list.readPage}
        exportName={t('devices:file')}
      />
      <DeviceDrawer
        device={shown}
        onClose={() => searched.set({ open: undefined })}
        onNewSecret={isAdmin ? open('secret') : undefined}
      />
      <DeviceDialogs dialog={dialog} onDialog={setDialog} />
    </>
  );
}
