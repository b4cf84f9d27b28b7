/**
 * Map container: the customer's provider if its script loads, else the built-in map, else a
 * message. The screen draws on top of it.
 */
import { MinusOutlined, PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../i18n/use-language.ts';
import { trackLoad } from '../lib/calls/pending-loads.ts';
import { useIsDark } from '../theme/theme-mode.ts';
import type { DrawMap, MapAdapter } from './map-adapter.ts';
import './map-frame.css';
import type { Place } from './web-mercator.ts';

/** Map provider with the installation's API key, or a tile server with its address as the key. */
export interface MapProvider {
  readonly name: 'baidu' | 'google' | 'tiles';
  readonly key: string;
  /** Attribution that the provider requires on the map. */
  readonly credit?: string;
}

export interface MapFrameProps {
  /** Map provider; defaults to the built-in map. A change draws a new map. */
  readonly provider?: MapProvider | undefined;
  readonly start: { readonly centre: Place; readonly zoom: number };
  readonly label: string;
  /** Message if no map can be drawn. */
  readonly unavailable: string;
  readonly className?: string;
  readonly children: (map: MapAdapter) => ReactNode;
}

async function drawerOf(provider: MapProvider | undefined): Promise<DrawMap> {
  if (provider?.name === 'google') return (await import('./google-map.ts')).googleMap(provider.key);
  if (provider?.name === 'baidu') return (await import('./baidu-map.ts')).baiduMap(provider.key);
  const { drawOfflineMap, drawTileMap } = await import('./offline-map.ts');
  return provider === undefined ? drawOfflineMap : drawTileMap({ url: provider.key });
}

export function MapFrame(props: MapFrameProps) {
  const { provider, label, className = '' } = props;
  const { t } = useTranslation('maps');
  const isDark = useIsDark();
  const { tag } = useLanguage();
  const box = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<MapAdapter | null>(null);
  /** Name of the provider that failed and was replaced by the built-in map. */
  const [failed, setFailed] = useState<string>();
  const [isNone, setNone] = useState(false);
  const latest = useRef({ ...props, isDark, tag });
  useEffect(() => {
    latest.current = { ...props, isDark, tag };
  });

  const wantedName = provider?.name === failed ? undefined : provider?.name;
  const wantedKey = provider?.key;
  useEffect(() => {
    let isGone = false;
    let drawn: MapAdapter | undefined;
    const wanted: MapProvider | undefined =
      wantedName === undefined || wantedKey === undefined
        ? undefined
        : { name: wantedName, key: wantedKey };
    const giveUp = (error: unknown) => {
      console.warn('map not drawn', error);
      if (isGone) return;
      if (wanted === undefined) setNone(true);
      else setFailed(wanted.name);
    };
    const begin = async () => {
      const draw = await trackLoad(drawerOf(wanted));
      if (isGone || box.current === null) return;
      const { start, isDark: dark, tag: language } = latest.current;
      drawn = await draw(box.current, {
        ...start,
        isDark: dark,
        label: latest.current.label,
        language,
        onBroken: () => giveUp(new Error(`${wanted?.name} refused the key or has no tiles`)),
      });
      if (isGone) return drawn.destroy();
      setMap(drawn);
    };
    begin().catch(giveUp);
    return () => {
      isGone = true;
      setMap(null);
      drawn?.destroy();
    };
  }, [wantedName, wantedKey]);
  useEffect(() => map?.setDark(isDark), [map, isDark]);

  if (isNone) {
    return (
      <p className={`map-frame__none ${className}`} role="status">
        {props.unavailable}
      </p>
    );
  }
  const zoom = (by: number) => map?.focus(map.centre(), Math.round(map.zoom()) + by);
  return (
    <div className={`map-frame ${className}`} dir="ltr" data-drawn={map !== null}>
      {/* biome-ignore lint/a11y/useSemanticElements: no element matches a map with keyboard controls. */}
      <div
        ref={box}
        className="map-frame__canvas"
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrows, plus and minus move the map.
        tabIndex={0}
        aria-label={label}
      />
      {map !== null && <div className="map-frame__over">{props.children(map)}</div>}
      <div className="map-frame__zoom stack gap-4">
        <Button
          size="small"
          icon={<PlusOutlined aria-hidden />}
          aria-label={t('maps:zoom-in')}
          disabled={map === null}
          onClick={() => zoom(1)}
        />
        <Button
          size="small"
          icon={<MinusOutlined aria-hidden />}
          aria-label={t('maps:zoom-out')}
          disabled={map === null}
          onClick={() => zoom(-1)}
        />
      </div>
      {wantedName !== undefined && (provider?.credit ?? '') !== '' && (
        <p className="map-frame__credit text-tiny" dir="auto">
          {provider?.credit}
        </p>
      )}
      {failed !== undefined && (
        <p className="map-frame__note muted text-tiny" role="status">
          {t('maps:fallback')}
        </p>
      )}
    </div>
  );
}

/** Re-renders whenever the view of the map changes. */
export function useMapMoves(map: MapAdapter): void {
  const count = useRef(0);
  const [subscribe] = useState(() => (listener: () => void) => {
    const report = () => {
      count.current += 1;
      listener();
    };
    return map.onMove(report);
  });
  useSyncExternalStore(subscribe, () => count.current);
}
