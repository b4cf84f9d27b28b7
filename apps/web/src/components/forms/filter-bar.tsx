/** Filters of a list; the table lays them out, and collapses them on a phone (docs/design.md 4). */
import { Button } from 'antd';
import { Fragment, type ReactNode } from 'react';
import { FilterSelect } from '../fields/filter-select.tsx';
import { SearchBox } from '../fields/search-box.tsx';
import type { ListSearch, SearchChange } from '../table/use-list-search.ts';

type Filter<S> =
  | { readonly kind: 'text'; name: keyof S & string; label: string; width?: number }
  | {
      readonly kind: 'choice';
      name: keyof S & string;
      label: string;
      placeholder?: string;
      options: readonly { readonly value: string | number; readonly label: string }[];
      /** Enables searching by typing, for a long list. */
      isSearched?: boolean;
    }
  | { readonly kind: 'other'; name: string; node: ReactNode };

interface FilterBarProps<S> {
  list: ListSearch<S>;
  filters: readonly Filter<S>[];
  /** Label of the button that removes all filters. */
  clearLabel?: string;
}

export function FilterBar<S extends object>({ list, filters, clearLabel }: FilterBarProps<S>) {
  const search = list.search as Readonly<Record<string, unknown>>;
  const set = (part: Record<string, unknown>) => list.filter(part as SearchChange<S>);
  return (
    <>
      {filters.map((filter) => {
        switch (filter.kind) {
          case 'text':
            return (
              <SearchBox
                {...filter}
                key={filter.name}
                value={search[filter.name] as string | undefined}
                onSearch={(text) => set({ [filter.name]: text })}
              />
            );
          case 'choice':
            return (
              <FilterSelect
                {...filter}
                key={filter.name}
                value={search[filter.name] as string | number | undefined}
                onChange={(value) => set({ [filter.name]: value })}
              />
            );
          default:
            return <Fragment key={filter.name}>{filter.node}</Fragment>;
        }
      })}
      {list.isFiltered && clearLabel !== undefined && (
        <Button type="link" onClick={list.clear}>
          {clearLabel}
        </Button>
      )}
    </>
  );
}
