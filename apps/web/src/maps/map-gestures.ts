/**
 * Drag, pinch, wheel and keys on the built-in map. The wheel scrolls the page until the map has
 * been clicked (or Ctrl is pressed), so that scrolling the page does not get stuck on the map.
 */
import { type MapView, type Pixel, panned, zoomedAt } from './web-mercator.ts';

interface Gestures {
  readonly view: () => MapView;
  readonly setView: (view: MapView) => void;
  readonly onClick: (at: Pixel) => void;
}

/** A press counts as a click if the pointer moves less than this, px. */
const CLICK_SLACK = 4;
/** One wheel step (about 100 px) is half a zoom level. */
const ZOOM_PER_WHEEL_PIXEL = 1 / 200;
const KEY_PAN = 80;

export function followGestures(element: HTMLElement, map: Gestures): () => void {
  const pointers = new Map<number, Pixel>();
  let moved = 0;

  const pixelOf = (event: PointerEvent | WheelEvent | MouseEvent): Pixel => {
    const box = element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  const onDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    element.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, pixelOf(event));
    moved = 0;
  };
  const onMove = (event: PointerEvent) => {
    const before = pointers.get(event.pointerId);
    if (before === undefined) return;
    const old = [...pointers.values()];
    pointers.set(event.pointerId, pixelOf(event));
    const now = [...pointers.values()];
    const from = middleOf(old);
    const to = middleOf(now);
    const by = { x: to.x - from.x, y: to.y - from.y };
    moved += Math.hypot(by.x, by.y);
    if (moved < CLICK_SLACK && now.length === 1) return;
    const spread = spreadOf(now) / Math.max(1, spreadOf(old));
    const zoom = now.length > 1 ? map.view().zoom + Math.log2(Math.max(spread, 0.01)) : undefined;
    const shifted = panned(map.view(), by);
    map.setView(zoom === undefined ? shifted : zoomedAt(shifted, zoom, to));
  };
  const onUp = (event: PointerEvent) => {
    if (pointers.size === 1 && moved < CLICK_SLACK && event.type === 'pointerup') {
      map.onClick(pixelOf(event));
    }
    pointers.delete(event.pointerId);
  };
  const onWheel = (event: WheelEvent) => {
    const isOurs = event.ctrlKey || event.metaKey || element.contains(document.activeElement);
    if (!isOurs) return;
    event.preventDefault();
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 33 : event.deltaY;
    const by = Math.max(-1, Math.min(1, -pixels * ZOOM_PER_WHEEL_PIXEL));
    map.setView(zoomedAt(map.view(), map.view().zoom + by, pixelOf(event)));
  };
  const onDouble = (event: MouseEvent) =>
    map.setView(zoomedAt(map.view(), map.view().zoom + 1, pixelOf(event)));
  const onKey = (event: KeyboardEvent) => {
    const next = afterKey(map.view(), event.key);
    if (next === undefined || event.target !== element) return;
    event.preventDefault();
    map.setView(next);
  };

  const stop = new AbortController();
  const { signal } = stop;
  element.addEventListener('pointerdown', onDown, { signal });
  element.addEventListener('pointermove', onMove, { signal });
  element.addEventListener('pointerup', onUp, { signal });
  element.addEventListener('pointercancel', onUp, { signal });
  element.addEventListener('wheel', onWheel, { signal, passive: false });
  element.addEventListener('dblclick', onDouble, { signal });
  element.addEventListener('keydown', onKey, { signal });
  return () => stop.abort();
}

/** Returns the view after a key press; undefined for keys without a function. */
function afterKey(view: MapView, key: string): MapView | undefined {
  const middle = { x: view.width / 2, y: view.height / 2 };
  if (key === '+' || key === '=') return zoomedAt(view, view.zoom + 1, middle);
  if (key === '-') return zoomedAt(view, view.zoom - 1, middle);
  const by: Readonly<Record<string, Pixel>> = {
    ArrowLeft: { x: KEY_PAN, y: 0 },
    ArrowRight: { x: -KEY_PAN, y: 0 },
    ArrowUp: { x: 0, y: KEY_PAN },
    ArrowDown: { x: 0, y: -KEY_PAN },
  };
  const step = by[key];
  return step === undefined ? undefined : panned(view, step);
}

function middleOf(points: readonly Pixel[]): Pixel {
  const sum = points.reduce((a, b) => ({ x: a.x + b.x, y: a.y + b.y }), { x: 0, y: 0 });
  return { x: sum.x / points.length, y: sum.y / points.length };
}

function spreadOf(points: readonly Pixel[]): number {
  const [a, b] = points;
  return a === undefined || b === undefined ? 0 : Math.hypot(a.x - b.x, a.y - b.y);
}
