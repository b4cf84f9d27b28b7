/** Selects control or lock mode and the colour convention for closed and open. */
import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { useBreakerColorsChoice } from '../../../components/colors/use-breaker-colors-choice.tsx';
import type { TreeDevice } from '../../../components/device-tree/tree-device.ts';
import type { ControlMode } from '../../../device-kit/control-offer.ts';
import type { BreakerColors } from '../../../theme/breaker-colors.ts';
import { TimersLink } from '../../timers/components/timers-link.tsx';

export interface ControlToolsProps {
  readonly device: TreeDevice;
  readonly modes: readonly ControlMode[];
  readonly mode: ControlMode;
  readonly onMode: (mode: ControlMode) => void;
}

export function ControlTools({ device, modes, mode, onMode }: ControlToolsProps) {
  const { t } = useTranslation('control');
  const colors = useBreakerColorsChoice();
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
      <TimersLink code={device.code} name={device.name} />
      <div className="row gap-text push hint">
        <span id="breaker-colors-label">{t('control:colors.label')}</span>
        <Segmented<BreakerColors> size="small" aria-labelledby="breaker-colors-label" {...colors} />
      </div>
    </div>
  );
}
