import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsPhone } from '../../../lib/use-media.ts';
import { FIRST_VIEW, type MapAdapter } from '../../../maps/map-adapter.ts';
import { MapFrame } from '../../../maps/map-frame.tsx';
import { providerOf } from '../../../maps/map-provider.ts';
import type { MapDevice } from '../api/use-dashboard.ts';
import { viewOfAll } from './device-clusters.ts';
import { MapDeviceInfo } from './map-device-info.tsx';
import { MapDeviceList } from './map-device-list.tsx';
import { MapInfoPlace } from './map-info-place.tsx';
import { MapLegend } from './map-legend.tsx';
import { MapMarks } from './map-marks.tsx';
import { mapPin, type PinView } from './map-pins.ts';
import { MapPlaceList } from './map-place-list.tsx';
import type { MapTileProps } from './map-tile.tsx';

interface MapBodyProps extends Pick<MapTileProps, 'group'> {
  readonly devices: readonly MapDevice[];
  readonly view: PinView;
  readonly fit: readonly MapDevice[] | undefined;
  readonly onFit: (devices: readonly MapDevice[]) => void;
}

/** Approximate size of the map in px; used only to compute the first view. */
const MAP_BOX = { width: 760, height: 448 };

/** The selected device, or the devices of a place that no zoom separates. */
type Choice = { readonly code: string } | { readonly codes: readonly string[] };

export function MapBody({ devices, group, view, fit, onFit }: MapBodyProps) {
  const { t } = useTranslation('dashboard');
  const isPhone = useIsPhone();
  const [first] = useState(devices);
  const start = useMemo(() => viewOfAll(first, MAP_BOX) ?? FIRST_VIEW, [first]);
  const pins = useMemo(() => devices.map(mapPin), [devices]);
  const [choice, setChoice] = useState<Choice>();
  const [isDrawn, setDrawn] = useState(false);
  /** The element that had the focus when the card opened. */
  const opener = useRef<Element>(null);
  const list = useRef<HTMLDivElement>(null);
  const choose = (next: Choice) => {
    if (choice === undefined) opener.current = document.activeElement;
    setChoice(next);
  };
  const close = () => {
    setChoice(undefined);
    // The keyboard cannot move on from a pin, which may also be gone from the map.
    const isPin = opener.current?.closest('[aria-hidden="true"]') != null;
    const back = isPin || opener.current?.isConnected !== true ? list.current : opener.current;
    if (back instanceof HTMLElement) back.focus({ preventScroll: true });
  };
  const code = choice !== undefined && 'code' in choice ? choice.code : undefined;
  const selected = code === undefined ? undefined : devices.find((one) => one.device_code === code);
  const card =
    choice !== undefined && 'codes' in choice ? (
      <MapPlaceList
        pins={pins}
        codes={choice.codes}
        onSelect={(next) => choose({ code: next })}
        onClose={close}
      />
    ) : (
      selected && <MapDeviceInfo key={code} device={selected} onClose={close} />
    );
  const isAtPin = isDrawn && !isPhone;
  return (
    <>
      <div className="map-tile__body sides">
        <MapDeviceList
          devices={devices}
          view={view}
          box={list}
          selected={code}
          onSelect={(next) => choose({ code: next })}
          onFound={onFit}
        />
        <div className="map-tile__map">
          {/* The map provider must be known before a map is drawn; without a response the built-in map is used. */}
          {group.isPending ? (
            <div className="map-frame" />
          ) : (
            <MapFrame
              provider={providerOf(group.data)}
              start={start}
              label={t('dashboard:map.label')}
              unavailable={t('dashboard:map.unavailable')}
            >
              {(map) => (
                <>
                  <Drawn map={map} onDrawn={setDrawn} />
                  <MapMarks
                    map={map}
                    pins={pins}
                    view={view}
                    selected={selected}
                    hasCard={!isPhone}
                    fit={fit ?? first}
                    onSelect={(next) => choose({ code: next })}
                    onSelectPlace={(codes) => choose({ codes })}
                  />
                  {isAtPin && card !== undefined && (
                    <MapInfoPlace map={map} device={selected}>
                      {card}
                    </MapInfoPlace>
                  )}
                </>
              )}
            </MapFrame>
          )}
          {!isAtPin && card}
        </div>
      </div>
      <MapLegend pins={pins} view={view} />
    </>
  );
}

/** Reports whether there is a map on which the card can be placed. */
function Drawn({ map, onDrawn }: { map: MapAdapter; onDrawn: (isDrawn: boolean) => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each map that is drawn is reported.
  useEffect(() => {
    onDrawn(true);
    return () => onDrawn(false);
  }, [map, onDrawn]);
  return null;
}
