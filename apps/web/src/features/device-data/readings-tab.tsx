/** History, real-time values and energy of a device (docs/specification/readings.md 1). */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Skeleton, Tabs } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../components/states/error-state.tsx';
import { useDevice } from '../../device-kit/api/use-device.ts';
import { useDeviceCode } from '../../device-kit/use-device-code.ts';
import { CompareTab } from './compare/components/compare-tab.tsx';
import { LiveTab } from './components/live-tab.tsx';
import { QualityTab } from './components/quality-tab.tsx';
import { DATA_TABS, type DataTab } from './data-tabs.ts';
import { HistoryTab } from './history/components/history-tab.tsx';
import { EnergyTab } from './load/components/energy-tab.tsx';
import { LoadTab } from './load/components/load-tab.tsx';
import './device-data-page.css';

export function ReadingsTab() {
  const { t } = useTranslation('data');
  const code = useDeviceCode();
  const { tab = 'history' } = useSearch({ from: '/shell/devices/$code/data' });
  const navigate = useNavigate({ from: '/devices/$code/data' });
  const onTab = (next: DataTab) =>
    void navigate({ search: ({ page: _page, ...old }) => ({ ...old, tab: next }) });
  const query = useDevice(code);
  const device = query.data;
  if (device === undefined && query.error !== null) {
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  }
  const content: Readonly<Record<DataTab, ReactNode>> = {
    history: <HistoryTab code={code} name={device?.name ?? code} />,
    compare: <CompareTab code={code} />,
    load: <LoadTab code={code} name={device?.name ?? code} />,
    quality: <QualityTab code={code} />,
    live:
      device === undefined ? (
        <Skeleton active title={false} paragraph={{ rows: 6 }} />
      ) : (
        <LiveTab device={device} />
      ),
    energy:
      device === undefined ? (
        <Skeleton active title={false} paragraph={{ rows: 6 }} />
      ) : (
        <EnergyTab device={device} />
      ),
  };
  return (
    <div className="device-data shrink">
      <h2 className="visually-hidden">{t('data:title')}</h2>
      <Tabs
        activeKey={tab}
        destroyOnHidden
        onChange={(key) => onTab(DATA_TABS.find((one) => one === key) ?? 'history')}
        items={DATA_TABS.map((key) => ({
          key,
          label: t(`data:tab.${key}`),
          children: content[key],
        }))}
      />
    </div>
  );
}
