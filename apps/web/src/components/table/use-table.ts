/** Table state: from the address, then stored settings, then the default (docs/design.md 4.2). */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useRequiredSession } from '../../lib/session/use-session.ts';
import { readSetting, writeSetting } from '../../lib/stored-setting.ts';
import { useIsPhone } from '../../lib/use-media.ts';
import { useDefaultDensity } from './default-density.ts';
import {
  DEFAULT_PAGE_SIZE,
  type Density,
  PAGE_SIZES,
  readTableSearch,
  type TableHabits,
  type TableSearch,
} from './table-search.ts';
import { type FittingRows, useFittingRows } from './use-fitting-rows.ts';

/** A change of the address; an undefined member removes its parameter. */
export type TableChange = { [K in keyof TableSearch]?: TableSearch[K] | undefined };

export interface TableState {
  page: number;
  /** 0 until a table that fills the window is measured; nothing is requested before. */
  size: number;
  /** True if no size is chosen and the rows fill the window; undefined if they never do. */
  isFitted: boolean | undefined;
  frame: FittingRows['frame'];
  sizes: readonly number[];
  sort: string | undefined;
  order: 'asc' | 'desc' | undefined;
  cols: string | undefined;
  density: Density;
  /**
   * Changes the address; any change except of the page returns to page 1. An undefined size fills
   * the window again.
   */
  set: (part: TableChange) => void;
  /** Resets columns, density and size. */
  resetHabits: () => void;
}

const HABIT_KEYS = ['size', 'cols', 'density'] as const satisfies readonly (keyof TableHabits)[];

export interface TableSizes {
  /** Defaults to `PAGE_SIZES`. */
  readonly sizes?: readonly number[];
  /** Height of a row in px; the rows fill the window unless the user chooses a size. */
  readonly rowPx?: number;
}

/** The state of the table `name` on the current route, whose search uses `readTableSearch`. */
export function useTable(name: string, { sizes = PAGE_SIZES, rowPx }: TableSizes = {}): TableState {
  const navigate = useNavigate();
  const search = readTableSearch(useSearch({ strict: false }) as Record<string, unknown>);
  const settingName = `table.${useRequiredSession().user.user_id}.${name}`;
  const habits = readHabits(settingName);
  const usual = useDefaultDensity();
  const isPhone = useIsPhone();

  const move = (part: TableChange, replace: boolean) =>
    void navigate({
      to: '.',
      search: (old: Record<string, unknown>) => ({ ...old, ...part }) as never,
      replace,
      resetScroll: false,
    });

  // Stored settings are added to the address, so that a copied link shows the same view.
  const missing = HABIT_KEYS.filter(
    (key) => search[key] === undefined && habits[key] !== undefined,
  );
  const missingKey = missing.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per set of missing members.
  useEffect(() => {
    if (missing.length > 0)
      move(Object.fromEntries(missing.map((key) => [key, habits[key]])), true);
  }, [missingKey]);

  const chosen = search.size ?? habits.size;
  const isChosen = chosen !== undefined && sizes.includes(chosen);
  const isFitted = rowPx !== undefined && !isChosen;
  const density = search.density ?? habits.density ?? usual;
  const fitting = useFittingRows({
    rowPx: isFitted ? rowPx : undefined,
    density,
    isPhone,
    page: search.page ?? 1,
    onMove: (page) => move({ page: page === 1 ? undefined : page }, true),
  });
  return {
    page: fitting.page,
    size: isChosen ? chosen : isFitted ? fitting.rows : DEFAULT_PAGE_SIZE,
    isFitted: rowPx === undefined || isPhone ? undefined : isFitted,
    frame: fitting.frame,
    sizes,
    sort: search.sort,
    order: search.order,
    cols: search.cols ?? habits.cols,
    density,
    set: (part) => {
      const changed = { ...habits };
      for (const key of HABIT_KEYS) {
        if (key in part) Object.assign(changed, { [key]: part[key] });
      }
      writeSetting(settingName, JSON.stringify(changed));
      const isLayoutOnly = Object.keys(part).every((key) => key === 'cols' || key === 'density');
      move('page' in part || isLayoutOnly ? part : { ...part, page: undefined }, isLayoutOnly);
    },
    resetHabits: () => {
      writeSetting(settingName, null);
      move({ size: undefined, cols: undefined, density: undefined, page: undefined }, true);
    },
  };
}

function readHabits(settingName: string): TableHabits {
  try {
    const stored: unknown = JSON.parse(readSetting(settingName) ?? '{}');
    const { size, cols, density } = readTableSearch(stored as Record<string, unknown>);
    return {
      ...(size === undefined ? {} : { size }),
      ...(cols === undefined ? {} : { cols }),
      ...(density === undefined ? {} : { density }),
    };
  } catch {
    // The stored settings were written by an older version; the defaults apply.
    return {};
  }
}
