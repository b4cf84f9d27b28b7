/** Devices at the same place, which no zoom separates; each opens its card. */

import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { SimulatedTag } from '../../../components/device-tree/device-name.tsx';
import { MapCard } from './map-card.tsx';
import type { MapPin } from './map-pins.ts';
import { StateSign } from './pin-sign.tsx';
import { usePinTexts } from './use-pin-texts.ts';

interface MapPlaceListProps {
  readonly pins: readonly MapPin[];
  readonly codes: readonly string[];
  readonly onSelect: (code: string) => void;
  readonly onClose: () => void;
}

export function MapPlaceList({ pins, codes, onSelect, onClose }: MapPlaceListProps) {
  const { t } = useTranslation('dashboard');
  const texts = usePinTexts();
  const card = useRef<HTMLElement>(null);
  const here = pins.filter(({ device }) => codes.includes(device.device_code));
  const title = t('dashboard:map.here', { count: here.length });
  return (
    <MapCard label={title} title={<h3>{title}</h3>} card={card} onClose={onClose}>
      <ul className="map-info__rows">
        {here.map(({ device, state }) => (
          <li key={device.device_code}>
            <button
              type="button"
              className="plain-button line"
              onClick={() => onSelect(device.device_code)}
            >
              <StateSign state={state} />
              <span className="one-line" dir="auto">
                {device.device_name}
              </span>
              <SimulatedTag code={device.device_code} />
              <span className="faint text-tiny">{texts.state(state)}</span>
            </button>
          </li>
        ))}
      </ul>
    </MapCard>
  );
}
