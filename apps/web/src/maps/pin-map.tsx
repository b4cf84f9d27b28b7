/** A map with one pin that can be set by click, by dragging, or at the centre with a button. */
import { AimOutlined, EnvironmentFilled } from '@ant-design/icons';
import { Button } from 'antd';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useGroupInfo } from '../lib/session/use-group-info.ts';
import { FIRST_VIEW, type MapAdapter } from './map-adapter.ts';
import { MapFrame, useMapMoves } from './map-frame.tsx';
import { tilesOf } from './map-provider.ts';
import './pin-map.css';
import type { Pixel, Place } from './web-mercator.ts';

export interface PinMapProps {
  readonly pin: Place | null;
  readonly onPick: (at: Place) => void;
}

/** Zoom of a view that opens at a known position: a city and its surroundings. */
const PLACE_ZOOM = 8;

export function PinMap({ pin, onPick }: PinMapProps) {
  const { t } = useTranslation('devices');
  const [start] = useState(pin === null ? FIRST_VIEW : { centre: pin, zoom: PLACE_ZOOM });
  const group = useGroupInfo();
  return (
    <MapFrame
      provider={tilesOf(group.data)}
      start={start}
      label={t('devices:map.label')}
      unavailable={t('devices:map.unavailable')}
      className="pin-map"
    >
      {(map) => <Pin map={map} pin={pin} onPick={onPick} />}
    </MapFrame>
  );
}

function Pin({ map, pin, onPick }: PinMapProps & { map: MapAdapter }) {
  const { t } = useTranslation('devices');
  useMapMoves(map);
  const [drag, setDrag] = useState<Pixel>();
  const grip = useRef<Pixel>({ x: 0, y: 0 });
  const latest = useRef(onPick);
  useEffect(() => {
    latest.current = onPick;
  });
  useEffect(() => map.onClick((at) => latest.current(at)), [map]);

  const at = drag ?? (pin === null ? undefined : map.pixelOf(pin));
  const onDown = (event: PointerEvent<HTMLElement>) => {
    if (at === undefined) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    grip.current = { x: event.clientX - at.x, y: event.clientY - at.y };
    setDrag(at);
  };
  const onMove = (event: PointerEvent) => {
    if (drag === undefined) return;
    setDrag({ x: event.clientX - grip.current.x, y: event.clientY - grip.current.y });
  };
  const onUp = () => {
    if (drag === undefined) return;
    onPick(map.placeAt(drag));
    setDrag(undefined);
  };
  return (
    <>
      {at !== undefined && (
        // The pin is hidden from screen readers, because the coordinates next to the map contain
        // the same position.
        <span
          className="pin-map__pin"
          aria-hidden="true"
          style={{ transform: `translate(${at.x}px, ${at.y}px)` }}
          onPointerDown={onDown}
          onPointerMove={onMove}
          onPointerUp={onUp}
        >
          <EnvironmentFilled />
        </span>
      )}
      <Button
        className="pin-map__centre"
        size="small"
        icon={<AimOutlined aria-hidden />}
        onClick={() => onPick(map.centre())}
      >
        {t('devices:map.pin-centre')}
      </Button>
    </>
  );
}
