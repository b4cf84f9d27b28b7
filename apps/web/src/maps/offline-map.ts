/**
 * The built-in map: coasts, borders and lines of longitude and latitude on a canvas, drawn from
 * bundled files. It requires no key and sends no requests to other hosts. At low zoom levels it
 * uses coarse outlines; the finer ones are loaded when the view is close enough to show the
 * difference. With a tile server, its tiles cover the outlines.
 *
 * NOTE: MapLibre was used before; its 440 KB of script (gzip) exceeded the budget of the whole
 * dashboard, for a map that has neither tiles nor streets.
 */
import { trackLoad } from '../lib/calls/pending-loads.ts';
import type { City } from './cities.ts';
import type { DrawMap, MapAdapter, MapStart } from './map-adapter.ts';
import { followGestures } from './map-gestures.ts';
import { type TileLayer, type TileSource, tileLayer } from './map-tiles.ts';
import { DARK, LIGHT, paintCities, paintGraticule, paintOutlines } from './paint-map.ts';
import {
  boundsOf,
  held,
  type MapView,
  type Pixel,
  type Place,
  pixelOf,
  placeAt,
  toPlace,
  toWorld,
} from './web-mercator.ts';
import { readOutlines } from './world-outlines.ts';

/** Zoom level from which the coarse coast is visibly wrong. */
const FINE_ZOOM = 4;
/** Maximum zoom level; closer up only the graticule would be useful, not the outlines. */
const CLOSEST_ZOOM = 17;

export const drawOfflineMap: DrawMap = (element, start) => drawMap(element, start, undefined);

export const drawTileMap =
  (source: TileSource): DrawMap =>
  (element, start) =>
    drawMap(element, start, source);

async function drawMap(
  element: HTMLElement,
  start: MapStart,
  source: TileSource | undefined,
): Promise<MapAdapter> {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('this browser cannot draw on a canvas');
  canvas.style.cssText = 'display:block;inline-size:100%;block-size:100%';
  let outlines = await readOutlines('coarse');
  element.append(canvas);

  let colors = start.isDark ? DARK : LIGHT;
  let view: MapView = {
    ...toWorld(start.centre),
    zoom: start.zoom,
    width: element.clientWidth,
    height: element.clientHeight,
  };
  const moveListeners = new Set<() => void>();
  const clickListeners = new Set<(at: Place) => void>();
  let frame = 0;
  let isFine = false;
  let isGone = false;
  let cities: readonly City[] = [];
  let tiles: TileLayer | undefined;

  const draw = () => {
    frame = 0;
    paintOutlines(context, view, outlines, colors);
    if (tiles?.paint(context, view, colors === DARK) === true) return;
    paintGraticule(context, view, colors, start.language);
    paintCities(context, view, colors, cities, start.language);
  };
  const redraw = () => {
    if (frame === 0) frame = requestAnimationFrame(draw);
  };
  if (source !== undefined) tiles = tileLayer(source, redraw, start.onBroken);
  const nameCities = async () => {
    // Without its names the map is complete otherwise.
    const loaded = await trackLoad(import('./cities.ts')).catch(() => undefined);
    cities = loaded?.CITIES ?? [];
    if (!isGone) redraw();
  };
  void nameCities();
  const refine = async () => {
    if (isFine || view.zoom < FINE_ZOOM) return;
    isFine = true;
    // The coarse coast remains if the fine one fails to load.
    outlines = await readOutlines('fine').catch(() => outlines);
    if (!isGone) redraw();
  };
  const setView = (next: MapView) => {
    view = limited(next);
    redraw();
    void refine();
    for (const listener of [...moveListeners]) listener();
  };
  const resize = () => {
    const { clientWidth: width, clientHeight: height } = element;
    const ratio = window.devicePixelRatio;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    setView({ ...view, width, height });
    // Resizing clears a canvas, so the map is redrawn within the same frame.
    cancelAnimationFrame(frame);
    draw();
  };
  resize();
  const observer = new ResizeObserver(resize);
  observer.observe(element);
  const stopGestures = followGestures(element, {
    view: () => view,
    setView,
    onClick: (at: Pixel) => {
      const place = placeAt(view, at);
      for (const listener of [...clickListeners]) listener(place);
    },
  });

  return {
    pixelOf: (at) => pixelOf(view, at),
    placeAt: (at) => placeAt(view, at),
    bounds: () => boundsOf(view),
    zoom: () => view.zoom,
    centre: () => toPlace(view),
    focus: (at, zoom) => setView({ ...view, ...toWorld(at), zoom }),
    onMove(listener) {
      moveListeners.add(listener);
      return () => moveListeners.delete(listener);
    },
    onClick(listener) {
      clickListeners.add(listener);
      return () => clickListeners.delete(listener);
    },
    setDark(isDark) {
      colors = isDark ? DARK : LIGHT;
      redraw();
    },
    destroy() {
      isGone = true;
      cancelAnimationFrame(frame);
      observer.disconnect();
      stopGestures();
      tiles?.destroy();
      canvas.remove();
    },
  };
}

/** Limits the zoom: at most the maximum, and the world is at least as high as the container. */
function limited(view: MapView): MapView {
  const farthest = Math.log2(Math.max(view.width / 2, view.height, 1) / 256);
  return held({ ...view, zoom: Math.max(farthest, Math.min(CLOSEST_ZOOM, view.zoom)) });
}
