/** Protections of a breaker in nine tabs (docs/specification/protection.md 1). */
import type { DeviceProtocol } from '@busbar/domain/device/protocol/device-protocol';
import { PROTECTION_TABS, type ProtectionTab } from '@busbar/domain/protection/protection-tab';
import { protectionOf } from '@busbar/domain/protection/protections/protections';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { TabStrip, tabId } from '../../components/bars/tab-strip.tsx';
import type { TreeDevice } from '../../components/device-tree/tree-device.ts';
import { useFleet } from '../../components/device-tree/use-fleet.ts';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { useDevice } from '../../device-kit/api/use-device.ts';
import { DeviceFacts } from '../../device-kit/components/device-facts.tsx';
import { useDeviceCode } from '../../device-kit/use-device-code.ts';
import { useMay } from '../../lib/session/use-may.ts';
import { DryContactsPanel } from './components/dry-contacts-panel.tsx';
import { ProtectionPanel } from './components/protection-panel.tsx';
import './protection-page.css';

/** Only types that contain MT61 support protections (docs/specification/protection.md 1.2). */
const hasProtections = (device: TreeDevice): boolean => device.type.toUpperCase().includes('MT61');

export function ProtectionsTab() {
  const { t } = useTranslation('protection');
  const code = useDeviceCode();
  const { tab = 'overVoltage' } = useSearch({ from: '/shell/devices/$code/protection' });
  const navigate = useNavigate({ from: '/devices/$code/protection' });
  const { data: fleet } = useFleet();
  const device = fleet?.find((one) => one.code === code);
  const { data: detail, isError } = useDevice(code);
  // A protection is read when it is shown, so the protocol must be known before.
  const protocol = detail?.protocol ?? (isError ? 'busbar' : undefined);
  return (
    <div className="protection shrink touch">
      <h2 className="visually-hidden">{t('protection:title')}</h2>
      {protocol !== undefined && protocol !== 'busbar' && <SetElsewhere protocol={protocol} />}
      {device !== undefined && protocol === 'busbar' && !hasProtections(device) && (
        <EmptyState title={t('protection:choose.not-here')} body={t('protection:choose.none')} />
      )}
      {device !== undefined && protocol === 'busbar' && hasProtections(device) && (
        <ChosenDevice
          device={device}
          tab={tab}
          onTab={(next) => void navigate({ search: (old) => ({ ...old, tab: next }) })}
        />
      )}
    </div>
  );
}

/** Protections of a device of another manufacturer, which the platform can neither read nor set. */
function SetElsewhere({ protocol }: { protocol: Exclude<DeviceProtocol, 'busbar'> }) {
  const { t } = useTranslation('protection');
  const reason = protocol === 'zigbee2mqtt' ? 'not-read-back' : 'not-carried';
  return (
    <EmptyState title={t('protection:choose.elsewhere')} body={t(`protection:choose.${reason}`)} />
  );
}

interface ChosenDeviceProps {
  device: TreeDevice;
  tab: ProtectionTab;
  onTab: (tab: ProtectionTab) => void;
}

function ChosenDevice({ device, tab, onTab }: ChosenDeviceProps) {
  const { t } = useTranslation('protection');
  const panelId = useId();
  const mayChange = useMay('protection.write');
  // Edits and exchanges belong to one device and one tab.
  const key = `${device.code} ${tab}`;
  return (
    <>
      <DeviceFacts device={device} />
      <TabStrip
        label={t('protection:tabs')}
        tabs={PROTECTION_TABS.map((name) => ({ key: name, label: t(`protection:tab.${name}`) }))}
        active={tab}
        panelId={panelId}
        onOpen={onTab}
      />
      <div id={panelId} role="tabpanel" aria-labelledby={tabId(panelId, tab)}>
        {tab === 'dryContact' ? (
          <DryContactsPanel key={key} device={device} mayChange={mayChange} />
        ) : (
          <ProtectionPanel
            key={key}
            device={device}
            definition={protectionOf(tab)}
            mayChange={mayChange}
          />
        )}
      </div>
    </>
  );
}
