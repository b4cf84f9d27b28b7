import { SimulatedTag } from '../../../components/device-tree/device-name.tsx';
import { PresenceMark } from '../../../components/device-tree/presence-mark.tsx';
import { presenceOfWire } from '../../../components/device-tree/tree-device.ts';
import type { MapDevice } from '../api/use-dashboard.ts';
import { mapPin, markedDevice, type PinView } from './map-pins.ts';
import { RankSign } from './pin-sign.tsx';
import { usePinTexts } from './use-pin-texts.ts';

/** Height of a row in px. */
export const ROW = 44;

const PAGE_ROWS = 8;
const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: PAGE_ROWS,
  PageUp: -PAGE_ROWS,
};

/** The row that a key moves to, which may be outside the list; undefined for other keys. */
export function rowAfterKey(key: string, at: number, count: number): number | undefined {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = STEPS[key];
  return step === undefined ? undefined : at + step;
}

interface MapListRowProps {
  readonly id: string;
  readonly device: MapDevice;
  readonly view: PinView;
  readonly index: number;
  /** Number of rows of the list. */
  readonly size: number;
  readonly isActive: boolean;
  readonly isSelected: boolean;
  readonly onSelect: () => void;
}

export function MapListRow(props: MapListRowProps) {
  const { id, device, view, index, size, isActive, isSelected, onSelect } = props;
  const texts = usePinTexts();
  const pin = mapPin(device);
  const { rank = 0 } = markedDevice(pin, view);
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
        <SimulatedTag code={device.device_code} />
        <span className="code ltr faint text-tiny">{device.device_code}</span>
      </span>
      <span className="map-list__sign">
        <RankSign view={view} rank={rank} percent={pin.percent} />
        {view === 'state' && <span className="visually-hidden">{texts.state(pin.state)}</span>}
      </span>
    </div>
  );
}
