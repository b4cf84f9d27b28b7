/** The page size that fills the window, measured before the first request and after a resize. */
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { fittingRows, pageAfterFit } from './fitting-rows.ts';
import { DEFAULT_PAGE_SIZE, type Density } from './table-search.ts';

/** A window is resized in many steps; each new size is a request. */
const RESIZED_MS = 200;

interface Fit {
  /** 0 until the table is measured, which happens before the page is painted. */
  readonly rows: number;
  /** The page that has been renumbered, until the address follows. */
  readonly moved?: { readonly from: number; readonly to: number };
}

interface FittingOptions {
  /** Height of a row in px; undefined if the table has a fixed page size. */
  readonly rowPx: number | undefined;
  readonly density: Density;
  /** The rows are cards, which are as high as their content. */
  readonly isPhone: boolean;
  readonly page: number;
  readonly onMove: (page: number) => void;
}

export interface FittingRows {
  readonly rows: number;
  readonly page: number;
  /** Ref of the element that contains the rows. */
  readonly frame: (element: HTMLElement | null) => void;
}

export function useFittingRows(options: FittingOptions): FittingRows {
  const { rowPx, density, isPhone, page } = options;
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  const [fit, setFit] = useState<Fit>({ rows: 0 });
  if (fit.moved?.to === page) setFit({ rows: fit.rows });

  const measure = () => {
    if (frame === null || rowPx === undefined) return;
    const rows = isPhone ? DEFAULT_PAGE_SIZE : rowsBelow(frame, rowPx, density);
    if (rows === fit.rows) return;
    const to = fit.rows === 0 ? page : pageAfterFit(page, fit.rows, rows);
    setFit({ rows, ...(to !== page && { moved: { from: page, to } }) });
    if (to !== page) options.onMove(to);
  };
  const latest = useRef(measure);
  useLayoutEffect(() => {
    latest.current = measure;
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: these change what fits.
  useLayoutEffect(() => latest.current(), [frame, rowPx, density, isPhone]);

  useEffect(() => {
    if (rowPx === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onResize = () => {
      clearTimeout(timer);
      timer = setTimeout(() => latest.current(), RESIZED_MS);
    };
    window.addEventListener('resize', onResize);
    return () => {
      window.removeEventListener('resize', onResize);
      clearTimeout(timer);
    };
  }, [rowPx]);

  return {
    rows: fit.rows,
    page: fit.moved?.from === page ? fit.moved.to : page,
    frame: setFrame,
  };
}

function rowsBelow(frame: HTMLElement, rowPx: number, density: Density): number {
  const { top, width } = frame.getBoundingClientRect();
  // An element without a layout, such as one in a hidden tab, has no place in the window.
  if (width === 0) return DEFAULT_PAGE_SIZE;
  return fittingRows({
    windowPx: window.innerHeight,
    topPx: top + window.scrollY,
    rowPx,
    density,
  });
}
