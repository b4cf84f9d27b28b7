/** The span in the URL, and the number of time columns of its charts. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type RefObject, useLayoutEffect, useMemo, useState } from 'react';
import { present } from '../../../lib/address/search-params.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import { useNow } from '../../../lib/use-now.ts';
import { type HistorySearch, readHistorySearch } from './history-search.ts';
import { type Span, shownSpan, wholeSpan, zoomOf } from './history-span.ts';

/** The end of a running span advances once a minute, because each new end is a new request. */
const REFRESH_MS = 60_000;
/** Widths are rounded to steps, so that resizing a window does not send a request per pixel. */
const WIDTH_STEP = 200;

export interface HistorySpan {
  readonly search: HistorySearch;
  readonly whole: Span;
  /** The displayed span: the full span, or its zoomed section. */
  readonly span: Span;
  readonly isZoomed: boolean;
  readonly zone: string;
  /** Changes the URL; an undefined member removes its parameter. */
  readonly set: (part: { readonly [K in keyof HistorySearch]?: unknown }) => void;
  readonly zoomTo: (fromMs: number, toMs: number) => void;
  readonly zoomOut: () => void;
}

export function useHistorySpan(): HistorySpan {
  const search = readHistorySearch(useSearch({ strict: false }) as Record<string, unknown>);
  const navigate = useNavigate();
  const { zone } = useRequiredSession().user;
  const now = Math.ceil(useNow(REFRESH_MS) / REFRESH_MS) * REFRESH_MS;
  const { range = 'today', from, to, left, right } = search;
  const whole = useMemo(
    () => wholeSpan({ range, from, to }, now, zone),
    [range, from, to, now, zone],
  );
  const span = useMemo(() => shownSpan(whole, { range, left, right }), [whole, range, left, right]);
  const set: HistorySpan['set'] = (part) =>
    void navigate({
      to: '.',
      search: (old: Record<string, unknown>) =>
        present({ ...old, page: undefined, ...part }) as never,
      resetScroll: false,
    });
  return {
    search,
    whole,
    span,
    isZoomed: span !== whole,
    zone,
    set,
    zoomTo: (fromMs, toMs) => set(zoomOf(fromMs, toMs) ?? {}),
    zoomOut: () => set({ left: undefined, right: undefined }),
  };
}

export function useColumnCount(box: RefObject<HTMLDivElement | null>): number {
  const [columns, setColumns] = useState(WIDTH_STEP * 5);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const measure = () => {
      const width = element.clientWidth || WIDTH_STEP * 5;
      setColumns(Math.max(WIDTH_STEP, Math.ceil(width / WIDTH_STEP) * WIDTH_STEP));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return columns;
}
