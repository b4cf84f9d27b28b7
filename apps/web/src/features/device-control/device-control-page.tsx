/** Remote control: the tree, and the six facts and the cards of the selected device. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { DevicePane } from '../../components/device-tree/device-pane.tsx';
import type { TreeDevice } from '../../components/device-tree/tree-device.ts';
import { useFleet } from '../../components/device-tree/use-fleet.ts';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { DeviceFacts } from '../../device-kit/components/device-facts.tsx';
import { type ControlMode, modesOfKind } from '../../device-kit/control-offer.ts';
import { SlaveBoard } from '../slaves/components/slave-board.tsx';
import { TimersDrawer } from '../timers/components/timers-drawer.tsx';
import { CardGrid } from './components/card-grid.tsx';
import { ControlTools } from './components/control-tools.tsx';
import './device-control-page.css';

export function DeviceControlPage() {
  const { t } = useTranslation('control');
  const { device: code, mode = 'control', timers } = useSearch({ from: '/shell/devicecontrol' });
  const navigate = useNavigate({ from: '/devicecontrol' });
  const { data: fleet } = useFleet();
  const device = fleet?.find((one) => one.code === code);
  const timed = fleet?.find((one) => one.code === timers);

  return (
    <div className="device-screen">
      <h1 className="visually-hidden">{t('control:title')}</h1>
      <DevicePane
        hasCategories
        selected={code}
        onSelect={(next) => void navigate({ search: (old) => ({ ...old, device: next }) })}
      />
      <div className="device-control stack">
        {device === undefined ? (
          <EmptyState
            title={t(
              code === undefined || fleet === undefined
                ? 'control:choose.title'
                : 'control:choose.gone',
            )}
            body={t('control:choose.body')}
          />
        ) : (
          <ChosenDevice
            device={device}
            slaves={fleet?.filter((one) => one.parentCode === device.code) ?? []}
            mode={mode}
            onMode={(next) => void navigate({ search: (old) => ({ ...old, mode: next }) })}
          />
        )}
      </div>
      <TimersDrawer
        device={timed}
        slaves={fleet?.filter((one) => one.parentCode === timed?.code) ?? []}
        onClose={() => void navigate({ search: ({ timers: _, ...old }) => old })}
      />
    </div>
  );
}

interface ChosenDeviceProps {
  device: TreeDevice;
  slaves: readonly TreeDevice[];
  mode: ControlMode;
  onMode: (mode: ControlMode) => void;
}

function ChosenDevice({ device, slaves, mode, onMode }: ChosenDeviceProps) {
  const { t } = useTranslation('control');
  const modes = modesOfKind(device.kind);
  const hasBreaker = modes.length > 0 || device.kind === 'gateway';
  return (
    <>
      <DeviceFacts device={device} />
      {hasBreaker ? (
        <>
          <ControlTools
            device={device}
            modes={modes}
            mode={modes.includes(mode) ? mode : 'control'}
            onMode={onMode}
          />
          {device.kind === 'gateway' && (
            <SlaveBoard key={device.code} gateway={device} slaves={slaves} />
          )}
          <CardGrid
            device={device}
            slaves={slaves}
            mode={modes.includes(mode) ? mode : 'control'}
          />
        </>
      ) : (
        <EmptyState
          title={t('control:choose.no-breaker')}
          body={t('control:choose.no-breaker-body')}
        />
      )}
    </>
  );
}
