/** History, real-time values, energy of the selected device (docs/specification/readings.md 1). */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Skeleton, Tabs } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DevicePane } from '../../components/device-tree/device-pane.tsx';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { ErrorState } from '../../components/states/error-state.tsx';
import { useDevice } from '../../device-kit/api/use-device.ts';
import { CompareTab } from './compare/components/compare-tab.tsx';
import { LiveTab } from './components/live-tab.tsx';
import { QualityTab } from './components/quality-tab.tsx';
import { DATA_TABS, type DataTab } from './data-tabs.ts';
import { HistoryTab } from './history/components/history-tab.tsx';
import { EnergyTab } from './load/components/energy-tab.tsx';
import { LoadTab } from './load/components/load-tab.tsx';
import './device-data-page.css';

export function DeviceDataPage() {
  const { t } = useTranslation('data');
  const { device: code, tab = 'history' } = useSearch({ from: '/shell/device' });
  const navigate = useNavigate({ from: '/device' });
  return (
    <div className="device-screen">
      <h1 className="visually-hidden">{t('data:title')}</h1>
      <DevicePane
        selected={code}
        onSelect={(next) =>
          void navigate({ search: ({ page: _page, ...old }) => ({ ...old, device: next }) })
        }
      />
      <div className="device-data shrink">
        {code === undefined ? (
          <EmptyState title={t('data:choose.title')} body={t('data:choose.body')} />
        ) : (
          <ChosenDevice
            key={code}
            code={code}
            tab={tab}
            onTab={(next) =>
              void navigate({ search: ({ page: _page, ...old }) => ({ ...old, tab: next }) })
            }
          />
        )}
      </div>
    </div>
  );
}

interface ChosenDeviceProps {
  code: string;
  tab: DataTab;
  onTab: (tab: DataTab) => void;
}

function ChosenDevice({ code, tab, onTab }: ChosenDeviceProps) {
  const { t } = useTranslation('data');
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
    <>
      <h2 className="row align-baseline gap-text text-large inset">
        <bdi>{device?.name ?? ' '}</bdi>
        <span className="code ltr">{code}</span>
      </h2>
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
    </>
  );
}
