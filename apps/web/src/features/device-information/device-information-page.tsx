/** All information about one device except its readings (/deviceinformation). */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { TabStrip, tabId } from '../../components/bars/tab-strip.tsx';
import { DevicePane } from '../../components/device-tree/device-pane.tsx';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { QueryState } from '../../components/states/loaded.tsx';
import { type Information, useInformation } from './api/use-information.ts';
import { AccessTab } from './components/access-tab.tsx';
import { ConnectionTab } from './components/connection-tab.tsx';
import { NotesTab } from './components/notes-tab.tsx';
import { PhotosTab } from './components/photos-tab.tsx';
import { PlateTab } from './components/plate-tab.tsx';
import { INFORMATION_TABS, type InformationTab } from './information-tabs.ts';
import './device-information.css';

const PANEL = 'device-information';

export function DeviceInformationPage() {
  const { t } = useTranslation('device-information');
  const { device: code, tab = 'plate' } = useSearch({ from: '/shell/deviceinformation' });
  const navigate = useNavigate({ from: '/deviceinformation' });
  return (
    <div className="device-screen">
      <h1 className="visually-hidden">{t('device-information:title')}</h1>
      <DevicePane
        selected={code}
        onSelect={(device) =>
          void navigate({ search: ({ page: _page, ...old }) => ({ ...old, device }) })
        }
      />
      <div className="information stack gap-8 inset">
        {code === undefined ? (
          <EmptyState
            title={t('device-information:choose.title')}
            body={t('device-information:choose.body')}
          />
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
  readonly code: string;
  readonly tab: InformationTab;
  readonly onTab: (tab: InformationTab) => void;
}

function ChosenDevice({ code, tab, onTab }: ChosenDeviceProps) {
  const { t } = useTranslation('device-information');
  const query = useInformation(code);
  const device = query.data;
  if (device === undefined) return <QueryState query={query} lines={8} />;
  const counts: Partial<Record<InformationTab, number>> = {
    notes: device.notes,
    photos: device.photos,
  };
  return (
    <>
      <h2 className="row align-baseline gap-text text-large">
        <bdi>{device.device_name}</bdi>
        <span className="code ltr">{code}</span>
      </h2>
      <TabStrip
        label={t('device-information:title')}
        panelId={PANEL}
        active={tab}
        onOpen={onTab}
        tabs={INFORMATION_TABS.map((key) => ({
          key,
          label: counts[key]
            ? `${t(`device-information:tab.${key}`)} (${counts[key]})`
            : t(`device-information:tab.${key}`),
        }))}
      />
      <section id={PANEL} className="stack" role="tabpanel" aria-labelledby={tabId(PANEL, tab)}>
        <TabContent tab={tab} device={device} />
      </section>
    </>
  );
}

function TabContent({ tab, device }: { tab: InformationTab; device: Information }) {
  switch (tab) {
    case 'plate':
      return <PlateTab device={device} />;
    case 'connection':
      return <ConnectionTab device={device} />;
    case 'notes':
      return <NotesTab code={device.device_code} />;
    case 'photos':
      return <PhotosTab code={device.device_code} />;
    case 'access':
      return <AccessTab device={device} />;
  }
}
