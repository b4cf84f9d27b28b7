/** Table state: from the address, then stored settings, then the default (docs/design.md 4.2). */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useRequiredSession } from '../../lib/session/use-session.ts';
import { readSetting, writeSetting } from '../../lib/stored-setting.ts';
import { useDefaultDensity } from './default-density.ts';
import {
  DEFAULT_PAGE_SIZE,
  type Density,
  PAGE_SIZES,
  readTableSearch,
  type TableHabits,
  type TableSearch,
} from './table-search.ts';

/** A change of the address; an undefined member removes its parameter. */
export type TableChange = { [K in keyof TableSearch]?: TableSearch[K] | undefined };

export interface TableState {
  page: number;
  size: number;
  sizes: readonly number[];
  sort: string | undefined;
  order: 'asc' | 'desc' | undefined;
  cols: string | undefined;
  density: Density;
  /** Changes the address; any change except of the page returns to page 1. */
  set: (part: TableChange) => void;
  /** Resets columns, density and size. */
  resetHabits: () => void;
}

const HABIT_KEYS = ['size', 'cols', 'density'] as const satisfies readonly (keyof TableHabits)[];

/** The state of the table `name` on the current route, whose search uses `readTableSearch`. */
export function useTable(name: string, sizes: readonly number[] = PAGE_SIZES): TableState {
  const navigate = useNavigate();
  const search = readTableSearch(useSearch({ strict: false }) as Record<string, unknown>);
  const settingName = `table.${useRequiredSession().user.user_id}.${name}`;
  const habits = readHabits(settingName);
  const usual = useDefaultDensity();

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

  const size = search.size ?? habits.size ?? DEFAULT_PAGE_SIZE;
  return {
    page: search.page ?? 1,
    size: sizes.includes(size) ? size : DEFAULT_PAGE_SIZE,
    sizes,
    sort: search.sort,
    order: search.order,
    cols: search.cols ?? habits.cols,
    density: search.density ?? habits.density ?? usual,
    set: (part) => {
      const changed = { ...habits };
      for (const key of HABIT_KEYS) {
        if (part[key] !== undefined) Object.assign(changed, { [key]: part[key] });
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
