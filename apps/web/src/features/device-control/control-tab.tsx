/** Remote control of a device: its six facts and its cards. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { TreeDevice } from '../../components/device-tree/tree-device.ts';
import { useFleet } from '../../components/device-tree/use-fleet.ts';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { useDevice } from '../../device-kit/api/use-device.ts';
import { DeviceFacts } from '../../device-kit/components/device-facts.tsx';
import { type ControlMode, modesOfKind } from '../../device-kit/control-offer.ts';
import { isMeterChannel } from '../../device-kit/use-channel.ts';
import { useDeviceCode } from '../../device-kit/use-device-code.ts';
import { SlaveBoard } from '../slaves/components/slave-board.tsx';
import { TimersDrawer } from '../timers/components/timers-drawer.tsx';
import { CardGrid } from './components/card-grid.tsx';
import { ControlTools } from './components/control-tools.tsx';
import './device-control-page.css';

export function ControlTab() {
  const { t } = useTranslation('control');
  const code = useDeviceCode();
  const { mode = 'control', timers } = useSearch({ from: '/shell/devices/$code/control' });
  const navigate = useNavigate({ from: '/devices/$code/control' });
  const { data: fleet } = useFleet();
  const device = fleet?.find((one) => one.code === code);
  const timed = fleet?.find((one) => one.code === timers);

  return (
    <div className="device-control stack">
      <h2 className="visually-hidden">{t('control:title')}</h2>
      {device !== undefined && (
        <ChosenDevice
          device={device}
          slaves={fleet?.filter((one) => one.parentCode === device.code) ?? []}
          mode={mode}
          onMode={(next) => void navigate({ search: (old) => ({ ...old, mode: next }) })}
        />
      )}
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
  const { data: detail } = useDevice(device.code);
  const modes = modesOfKind(device.kind, detail?.protocol);
  const hasBreaker = modes.length > 0 || device.kind === 'gateway';
  return (
    <>
      <DeviceFacts device={device} />
      {hasBreaker ? (
        <>
          <ControlTools
            device={device}
            slaves={slaves}
            modes={modes}
            mode={modes.includes(mode) ? mode : 'control'}
            hasTimers={!isMeterChannel(device)}
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
