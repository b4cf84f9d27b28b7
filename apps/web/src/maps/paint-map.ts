/** Paints the built-in map: outlines of the countries, lines of longitude and latitude, cities. */
import { pageFont } from '../theme/page-font.ts';
import type { City } from './cities.ts';
import { placeLabels } from './city-labels.ts';
import { graticule } from './graticule.ts';
import { boundsOf, type MapView, toWorld, worldPixels } from './web-mercator.ts';
import type { Outline } from './world-outlines.ts';

export interface Colors {
  readonly sea: string;
  readonly land: string;
  readonly border: string;
  readonly line: string;
  readonly text: string;
}

export const LIGHT: Colors = {
  sea: '#e3ebf4',
  land: '#fbfcfd',
  border: '#c3cedb',
  line: '#d3dde9',
  text: '#5c6b7d',
};
export const DARK: Colors = {
  sea: '#0f1823',
  land: '#1e2a38',
  border: '#3a4a5e',
  line: '#2a394c',
  text: '#8c9bad',
};

export function paintOutlines(
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
}

const LABEL_ROW_PX = 18;

export function paintGraticule(
  context: CanvasRenderingContext2D,
  view: MapView,
  colors: Colors,
  language: string,
): void {
  context.font = `11px ${pageFont()}`;
  context.textBaseline = 'top';
  const size = worldPixels(view.zoom);
  for (const { isMeridian, degrees, label } of graticule(boundsOf(view), language)) {
    const at = toWorld(isMeridian ? { lng: degrees, lat: 0 } : { lng: 0, lat: degrees });
    const x = view.width / 2 + (at.x - view.x) * size;
    const y = view.height / 2 + (at.y - view.y) * size;
    context.fillStyle = colors.line;
    if (isMeridian) context.fillRect(Math.round(x), 0, 1, view.height);
    else context.fillRect(0, Math.round(y), view.width, 1);
    // The top edge belongs to the labels of the meridians.
    if (!isMeridian && y < LABEL_ROW_PX) continue;
    context.lineWidth = 3;
    context.strokeStyle = colors.land;
    context.fillStyle = colors.text;
    const place: [number, number] = isMeridian ? [x + 4, 4] : [4, y + 3];
    context.strokeText(label, ...place);
    context.fillText(label, ...place);
  }
}

/** Names of cities, as many as the zoom has space for. */
export function paintCities(
  context: CanvasRenderingContext2D,
  view: MapView,
  colors: Colors,
  cities: readonly City[],
  language: string,
): void {
  context.font = `12px ${pageFont()}`;
  context.textBaseline = 'middle';
  const widthOf = (text: string) => context.measureText(text).width;
  context.lineWidth = 3;
  context.strokeStyle = colors.land;
  context.fillStyle = colors.text;
  for (const { text, dot, left } of placeLabels(cities, view, language, widthOf)) {
    context.beginPath();
    context.arc(dot.x, dot.y, 2, 0, 2 * Math.PI);
    context.fill();
    context.strokeText(text, left, dot.y);
    context.fillText(text, left, dot.y);
  }
}
