/**
 * The built-in map: coasts and borders from files of our own, drawn by MapLibre. It needs no key
 * and asks no outside host. Far out it uses the coarse outlines; the finer ones come when the view
 * is close enough to tell the difference.
 */
import {
  type GeoJSONSource,
  type LngLat,
  MapLibreMap,
  Marker,
  NavigationControl,
  type StyleSpecification,
  setWorkerUrl,
} from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import 'maplibre-gl/dist/maplibre-gl.css';
import { feature } from 'topojson-client';
import type { Topology } from 'topojson-specification';
import fineUrl from 'world-atlas/countries-50m.json?url';
import coarseUrl from 'world-atlas/countries-110m.json?url';
import { graticule } from './graticule.ts';
import type { DrawMap, MapAdapter, Place } from './map-adapter.ts';

// Bundled builds look for the worker beside the page unless they are told where it is.
setWorkerUrl(workerUrl);

/** From this zoom on the coarse coast is visibly wrong. */
const FINE_ZOOM = 3;
/** Closer than this the outlines say nothing any more; the graticule still does. */
const CLOSEST_ZOOM = 16;
const FOCUS_ZOOM = 6;

interface Colors {
  sea: string;
  land: string;
  border: string;
  line: string;
  text: string;
  pin: string;
}

const LIGHT: Colors = {
  sea: '#e3ebf4',
  land: '#fbfcfd',
  border: '#c3cedb',
  line: '#d3dde9',
  text: '#5c6b7d',
  pin: '#1668dc',
};
const DARK: Colors = {
  sea: '#0f1823',
  land: '#1e2a38',
  border: '#3a4a5e',
  line: '#1d2a3a',
  text: '#8c9bad',
  pin: '#6cb0ff',
};

const NOTHING: GeoJSON.FeatureCollection = { type: 'FeatureCollection', features: [] };

export const drawOfflineMap: DrawMap = async (element, start) => {
  const style = styleOf(start.isDark ? DARK : LIGHT);
  const map = new MapLibreMap({
    container: element,
    style,
    center: [start.centre.lng, start.centre.lat],
    zoom: start.zoom,
    maxZoom: CLOSEST_ZOOM,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    renderWorldCopies: true,
  });
  map.getCanvas().setAttribute('aria-label', start.label);
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right');
  map.touchZoomRotate.disableRotation();
  await map.once('load');

  const source = (name: string) => map.getSource(name) as GeoJSONSource | undefined;
  source('world')?.setData(await outlines('coarse'));
  let isFine = false;
  const refine = async () => {
    if (isFine || map.getZoom() < FINE_ZOOM) return;
    isFine = true;
    source('world')?.setData(await outlines('fine'));
  };
  const drawGraticule = () => {
    const bounds = map.getBounds();
    const view = {
      west: bounds.getWest(),
      south: bounds.getSouth(),
      east: bounds.getEast(),
      north: bounds.getNorth(),
    };
    source('graticule')?.setData(graticuleFeatures(view));
  };
  drawGraticule();
  void refine();
  map.on('moveend', () => {
    drawGraticule();
    void refine();
  });

  return adapterOver(map, start.isDark);
};

function adapterOver(map: MapLibreMap, isDarkNow: boolean): MapAdapter {
  const listeners = new Set<(at: Place) => void>();
  const tell = (at: LngLat) => {
    const place = at.wrap();
    for (const listener of [...listeners]) listener({ lng: place.lng, lat: place.lat });
  };
  const pin = new Marker({ draggable: true, color: (isDarkNow ? DARK : LIGHT).pin });
  // The numbers beside the map say where the pin is; the drawing itself says nothing more.
  pin.getElement().setAttribute('aria-hidden', 'true');
  pin.on('dragend', () => tell(pin.getLngLat()));
  map.on('click', (event) => tell(event.lngLat));
  let isPinned = false;

  return {
    setPin(at) {
      if (at === null) {
        pin.remove();
        isPinned = false;
        return;
      }
      pin.setLngLat([at.lng, at.lat]);
      if (!isPinned) pin.addTo(map);
      isPinned = true;
    },
    focus(at, zoom) {
      const closer = zoom ?? Math.max(map.getZoom(), FOCUS_ZOOM);
      map.jumpTo({ center: [at.lng, at.lat], zoom: closer });
    },
    onPick(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    centre() {
      const { lng, lat } = map.getCenter().wrap();
      return { lng, lat };
    },
    setDark(isDark) {
      const colors = isDark ? DARK : LIGHT;
      map.setPaintProperty('sea', 'background-color', colors.sea);
      map.setPaintProperty('land', 'fill-color', colors.land);
      map.setPaintProperty('border', 'line-color', colors.border);
      map.setPaintProperty('graticule', 'line-color', colors.line);
      map.setPaintProperty('degrees', 'text-color', colors.text);
      map.setPaintProperty('degrees', 'text-halo-color', colors.land);
    },
    destroy() {
      listeners.clear();
      map.remove();
    },
  };
}

function styleOf(colors: Colors): StyleSpecification {
  return {
    version: 8,
    sources: {
      world: { type: 'geojson', data: NOTHING },
      graticule: { type: 'geojson', data: NOTHING },
    },
    layers: [
      { id: 'sea', type: 'background', paint: { 'background-color': colors.sea } },
      { id: 'land', type: 'fill', source: 'world', paint: { 'fill-color': colors.land } },
      {
        id: 'border',
        type: 'line',
        source: 'world',
        paint: { 'line-color': colors.border, 'line-width': 0.8 },
      },
      {
        id: 'graticule',
        type: 'line',
        source: 'graticule',
        filter: ['==', ['geometry-type'], 'LineString'],
        paint: { 'line-color': colors.line, 'line-width': 0.8 },
      },
      {
        id: 'degrees',
        type: 'symbol',
        source: 'graticule',
        filter: ['==', ['geometry-type'], 'Point'],
        layout: {
          'text-field': ['get', 'label'],
          'text-size': 11,
          'text-anchor': ['get', 'anchor'],
          'text-offset': [0.3, 0.3],
          'text-allow-overlap': true,
        },
        paint: {
          'text-color': colors.text,
          'text-halo-color': colors.land,
          'text-halo-width': 1,
        },
      },
    ],
  };
}

/** Each line, and its label where it meets the left or the upper edge of the view. */
function graticuleFeatures(view: Parameters<typeof graticule>[0]): GeoJSON.FeatureCollection {
  const { west, south, east, north } = view;
  const features = graticule(view).flatMap(({ isMeridian, degrees, label }): GeoJSON.Feature[] => [
    {
      type: 'Feature',
      properties: {},
      geometry: {
        type: 'LineString',
        coordinates: isMeridian
          ? [
              [degrees, south],
              [degrees, north],
            ]
          : [
              [west, degrees],
              [east, degrees],
            ],
      },
    },
    {
      type: 'Feature',
      properties: { label, anchor: 'top-left' },
      geometry: {
        type: 'Point',
        coordinates: isMeridian ? [degrees, north] : [west, degrees],
      },
    },
  ]);
  return { type: 'FeatureCollection', features };
}

async function outlines(detail: 'coarse' | 'fine'): Promise<GeoJSON.GeoJSON> {
  const response = await fetch(detail === 'coarse' ? coarseUrl : fineUrl);
  if (!response.ok) throw new Error(`map outlines: HTTP ${response.status}`);
  const world = (await response.json()) as Topology;
  const countries = world.objects.countries;
  return countries === undefined ? NOTHING : feature(world, countries);
}
