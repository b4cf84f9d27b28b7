/**
 * The built-in map: coasts, borders and lines of longitude and latitude on a canvas, drawn from
 * bundled files. It requires no key and sends no requests to other hosts. At low zoom levels it
 * uses coarse outlines; the finer ones are loaded when the view is close enough to show the
 * difference.
 *
 * NOTE: MapLibre was used before; its 440 KB of script (gzip) exceeded the budget of the whole
 * dashboard, for a map that has neither tiles nor streets.
 */
import { graticule } from './graticule.ts';
import type { DrawMap } from './map-adapter.ts';
import { followGestures } from './map-gestures.ts';
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
  worldPixels,
} from './web-mercator.ts';
import { type Outline, readOutlines } from './world-outlines.ts';

/** Zoom level from which the coarse coast is visibly wrong. */
const FINE_ZOOM = 4;
/** Maximum zoom level; closer up only the graticule would be useful, not the outlines. */
const CLOSEST_ZOOM = 17;

interface Colors {
  readonly sea: string;
  readonly land: string;
  readonly border: string;
  readonly line: string;
  readonly text: string;
}

const LIGHT: Colors = {
  sea: '#e3ebf4',
  land: '#fbfcfd',
  border: '#c3cedb',
  line: '#d3dde9',
  text: '#5c6b7d',
};
const DARK: Colors = {
  sea: '#0f1823',
  land: '#1e2a38',
  border: '#3a4a5e',
  line: '#2a394c',
  text: '#8c9bad',
};

export const drawOfflineMap: DrawMap = async (element, start) => {
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

  const draw = () => {
    frame = 0;
    paint(context, view, outlines, colors);
  };
  const redraw = () => {
    if (frame === 0) frame = requestAnimationFrame(draw);
  };
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
      canvas.remove();
    },
  };
};

/** Limits the zoom: at most the maximum, and the world is at least as high as the container. */
function limited(view: MapView): MapView {
  const farthest = Math.log2(Math.max(view.width / 2, view.height, 1) / 256);
  return held({ ...view, zoom: Math.max(farthest, Math.min(CLOSEST_ZOOM, view.zoom)) });
}

function paint(
  context: CanvasRenderingContext2D,
  view: MapView,
  outlines: readonly Outline[],
  colors: Colors,
): void {
  const ratio = window.devicePixelRatio;
  const size = worldPixels(view.zoom);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.fillStyle = colors.sea;
  context.fillRect(0, 0, view.width, view.height);
  const half = { x: view.width / 2 / size, y: view.height / 2 / size };
  context.fillStyle = colors.land;
  context.strokeStyle = colors.border;
  context.lineWidth = 0.8 / size;
  const firstCopy = Math.floor(view.x - half.x);
  const lastCopy = Math.floor(view.x + half.x);
  for (let copy = firstCopy; copy <= lastCopy; copy += 1) {
    context.setTransform(
      ratio * size,
      0,
      0,
      ratio * size,
      ratio * (view.width / 2 + (copy - view.x) * size),
      ratio * (view.height / 2 - view.y * size),
    );
    const seen = outlines.filter(
      ({ west, east, north, south }) =>
        east + copy > view.x - half.x &&
        west + copy < view.x + half.x &&
        south > view.y - half.y &&
        north < view.y + half.y,
    );
    for (const { land, border } of seen) {
      context.fill(land);
      context.stroke(border);
    }
  }
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  paintGraticule(context, view, colors);
}

function paintGraticule(context: CanvasRenderingContext2D, view: MapView, colors: Colors): void {
  context.font = '11px system-ui, sans-serif';
  context.textBaseline = 'top';
  const size = worldPixels(view.zoom);
  for (const { isMeridian, degrees, label } of graticule(boundsOf(view))) {
    const at = toWorld(isMeridian ? { lng: degrees, lat: 0 } : { lng: 0, lat: degrees });
    const x = view.width / 2 + (at.x - view.x) * size;
    const y = view.height / 2 + (at.y - view.y) * size;
    context.fillStyle = colors.line;
    if (isMeridian) context.fillRect(Math.round(x), 0, 1, view.height);
    else context.fillRect(0, Math.round(y), view.width, 1);
    context.lineWidth = 3;
    context.strokeStyle = colors.land;
    context.fillStyle = colors.text;
    const place: [number, number] = isMeridian ? [x + 4, 4] : [4, y + 3];
    context.strokeText(label, ...place);
    context.fillText(label, ...place);
  }
}
