/** Selects control or lock mode, and opens the timers. */
import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import type { TreeDevice } from '../../../components/device-tree/tree-device.ts';
import type { ControlMode } from '../../../device-kit/control-offer.ts';
import { TimersLink } from '../../timers/components/timers-link.tsx';

export interface ControlToolsProps {
  readonly device: TreeDevice;
  /** Slaves of a gateway, or further channels of a breaker. */
  readonly slaves: readonly TreeDevice[];
  readonly modes: readonly ControlMode[];
  readonly mode: ControlMode;
  readonly hasTimers: boolean;
  readonly onMode: (mode: ControlMode) => void;
}

export function ControlTools(props: ControlToolsProps) {
  const { device, slaves, modes, mode, hasTimers, onMode } = props;
  const { t } = useTranslation('control');
  return (
    <div className="control-tools row inset">
      {modes.length > 1 && (
        <Segmented<ControlMode>
          aria-label={t('control:mode.label')}
          value={mode}
          onChange={onMode}
          options={modes.map((value) => ({ value, label: t(`control:mode.${value}`) }))}
        />
      )}
      {hasTimers && <TimersLink device={device} slaves={slaves} />}
    </div>
  );
}
