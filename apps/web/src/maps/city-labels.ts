/** Places the names of cities on a view, the larger ones first, so that no two overlap. */
import type { City } from './cities.ts';
import { type MapView, type Pixel, pixelOf } from './web-mercator.ts';

interface CityLabel {
  readonly text: string;
  readonly dot: Pixel;
  /** Left edge of the text. */
  readonly left: number;
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Number of cities from which a view chooses, by zoom; farther in, all of them. */
const CITIES_OF_ZOOM: readonly (readonly [zoom: number, count: number])[] = [
  [1.5, 8],
  [2.5, 18],
  [3.5, 36],
];
const GAP = 6;
const HALF_LINE = 9;
const MARGIN = 4;

const LANGUAGES = ['en', 'zh', 'ru', 'fr', 'es', 'ar'];

/** `language`: a BCP 47 tag. */
export function cityName({ names }: City, language: string): string {
  return names[Math.max(0, LANGUAGES.indexOf(language.slice(0, 2)))] ?? names[0] ?? '';
}

export function placeLabels(
  cities: readonly City[],
  view: MapView,
  language: string,
  widthOf: (text: string) => number,
): CityLabel[] {
  const count = CITIES_OF_ZOOM.find(([zoom]) => view.zoom < zoom)?.[1] ?? cities.length;
  const taken: Box[] = [];
  return cities.slice(0, count).flatMap((city) => {
    const dot = pixelOf(view, city);
    if (dot.x < 0 || dot.x > view.width || dot.y < 0 || dot.y > view.height) return [];
    const text = cityName(city, language);
    const width = widthOf(text);
    const isRoomRight = dot.x + GAP + width <= view.width;
    const left = isRoomRight ? dot.x + GAP : dot.x - GAP - width;
    const box = {
      left: Math.min(dot.x, left) - MARGIN,
      right: Math.max(dot.x, left + width) + MARGIN,
      top: dot.y - HALF_LINE,
      bottom: dot.y + HALF_LINE,
    };
    if (taken.some((other) => overlaps(box, other))) return [];
    taken.push(box);
    return [{ text, dot, left }];
  });
}

const overlaps = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
