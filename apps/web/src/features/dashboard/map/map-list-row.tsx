import { PresenceMark } from '../../../components/device-tree/presence-mark.tsx';
import { presenceOfWire } from '../../../components/device-tree/tree-device.ts';
import type { MapDevice } from '../api/use-dashboard.ts';

/** Height of a row in px. */
export const ROW = 44;

interface MapListRowProps {
  readonly id: string;
  readonly device: MapDevice;
  readonly index: number;
  /** Number of rows of the list. */
  readonly size: number;
  readonly isActive: boolean;
  readonly isSelected: boolean;
  readonly onSelect: () => void;
}

export function MapListRow(props: MapListRowProps) {
  const { id, device, index, size, isActive, isSelected, onSelect } = props;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys.
    // biome-ignore lint/a11y/useFocusableInteractive: aria-activedescendant refers to the option.
    <div
      id={id}
      role="option"
      aria-selected={isSelected}
      aria-setsize={size}
      aria-posinset={index + 1}
      className="map-list__row line gap-12"
      data-active={isActive}
      style={{ insetBlockStart: index * ROW }}
      onClick={onSelect}
    >
      <PresenceMark presence={presenceOfWire(device.presence)} />
      <span className="map-list__name stack gap-0">
        <span className="one-line" dir="auto">
          {device.device_name}
        </span>
        <span className="code ltr faint text-tiny">{device.device_code}</span>
      </span>
    </div>
  );
}
