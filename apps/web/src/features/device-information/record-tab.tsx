/** Nameplate, connection, notes, photos, settings and access of one device. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { TabStrip, tabId } from '../../components/bars/tab-strip.tsx';
import { QueryState } from '../../components/states/loaded.tsx';
import { useDevice } from '../../device-kit/api/use-device.ts';
import { useDeviceCode } from '../../device-kit/use-device-code.ts';
import { useMay } from '../../lib/session/use-may.ts';
import { SetUpPanel } from '../device-deploy/set-up-panel.tsx';
import { type Information, useInformation } from './api/use-information.ts';
import { AccessTab } from './components/access-tab.tsx';
import { ConnectionTab } from './components/connection-tab.tsx';
import { NotesTab } from './components/notes-tab.tsx';
import { PhotosTab } from './components/photos-tab.tsx';
import { PlateTab } from './components/plate-tab.tsx';
import { INFORMATION_TABS, type InformationTab } from './information-tabs.ts';
import './device-information.css';

const PANEL = 'device-information';

export function RecordTab() {
  const { t } = useTranslation('device-information');
  const code = useDeviceCode();
  const { tab = 'plate' } = useSearch({ from: '/shell/devices/$code/record' });
  const navigate = useNavigate({ from: '/devices/$code/record' });
  const maySetUp = useMay('protection.write');
  const kind = useDevice(code).data?.kind;
  const onTab = (next: InformationTab) =>
    void navigate({ search: ({ page: _page, ...old }) => ({ ...old, tab: next }) });
  const query = useInformation(code);
  const device = query.data;
  if (device === undefined) return <QueryState query={query} lines={8} />;
  const counts: Partial<Record<InformationTab, number>> = {
    notes: device.notes,
    photos: device.photos,
  };
  // Only breakers have settings that can be copied and checked.
  const canSetUp = maySetUp && kind === 'main';
  const tabs = INFORMATION_TABS.filter((key) => key !== 'set-up' || canSetUp);
  return (
    <div className="information stack gap-8 inset">
      <h2 className="visually-hidden">{t('device-information:title')}</h2>
      <TabStrip
        label={t('device-information:title')}
        panelId={PANEL}
        active={tabs.includes(tab) ? tab : 'plate'}
        onOpen={onTab}
        tabs={tabs.map((key) => ({
          key,
          label: counts[key]
            ? t('common:in-brackets', {
                text: t(`device-information:tab.${key}`),
                inside: counts[key],
              })
            : t(`device-information:tab.${key}`),
        }))}
      />
      <section id={PANEL} className="stack" role="tabpanel" aria-labelledby={tabId(PANEL, tab)}>
        <TabContent tab={tabs.includes(tab) ? tab : 'plate'} device={device} />
      </section>
    </div>
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
    case 'set-up':
      return <SetUpPanel device={device} />;
    case 'access':
      return <AccessTab device={device} />;
  }
}
