/** A map with one pin that can be set by click, by dragging, or in the middle by a button. */
import { AimOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsDark } from '../theme/theme-mode.ts';
import { FIRST_VIEW, type MapAdapter, type Place } from './map-adapter.ts';
import './pin-map.css';

export interface PinMapProps {
  readonly pin: Place | null;
  readonly onPick: (at: Place) => void;
}

/** Zoom of a view opened on a known place: a city and its surroundings. */
const PLACE_ZOOM = 7;

function canDrawMaps(): boolean {
  return document.createElement('canvas').getContext('webgl2') !== null;
}

export function PinMap({ pin, onPick }: PinMapProps) {
  const { t } = useTranslation('devices');
  const isDark = useIsDark();
  const box = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<MapAdapter | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const latest = useRef({ pin, onPick, isDark, label: t('devices:map.label') });
  useEffect(() => {
    latest.current = { pin, onPick, isDark, label: t('devices:map.label') };
  });

  useEffect(() => {
    let isGone = false;
    let drawn: MapAdapter | undefined;
    const start = async () => {
      if (!canDrawMaps()) throw new Error('this browser cannot draw maps (no WebGL 2)');
      const { drawOfflineMap } = await import('./offline-map.ts');
      if (isGone || box.current === null) return;
      const { pin: at, isDark: dark, label } = latest.current;
      const view = at === null ? FIRST_VIEW : { centre: at, zoom: PLACE_ZOOM };
      drawn = await drawOfflineMap(box.current, { ...view, isDark: dark, label });
      if (isGone) return drawn.destroy();
      drawn.onPick((place) => latest.current.onPick(place));
      setMap(drawn);
    };
    start().catch((error: unknown) => {
      console.warn('map not drawn', error);
      if (!isGone) setFailed(true);
    });
    return () => {
      isGone = true;
      drawn?.destroy();
    };
  }, []);

  const lng = pin?.lng;
  const lat = pin?.lat;
  useEffect(() => {
    map?.setPin(lng === undefined || lat === undefined ? null : { lng, lat });
  }, [map, lng, lat]);
  useEffect(() => map?.setDark(isDark), [map, isDark]);

  if (hasFailed) {
    return (
      <p className="pin-map__failed" role="status">
        {t('devices:map.unavailable')}
      </p>
    );
  }
  return (
    <div className="pin-map" dir="ltr">
      <div ref={box} className="pin-map__canvas" />
      <Button
        className="pin-map__centre"
        size="small"
        icon={<AimOutlined aria-hidden />}
        disabled={map === null}
        onClick={() => map !== null && onPick(map.centre())}
      >
        {t('devices:map.pin-centre')}
      </Button>
    </div>
  );
}
