/** Table of members of a group and its subgroups: search, select individually or by page, move. */
import type { UseQueryResult } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { Button, Checkbox } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterBar } from '../../../components/forms/filter-bar.tsx';
import type { DataColumn } from '../../../components/table/data-column.ts';
import { QueryTable } from '../../../components/table/query-table.tsx';
import { useListSearch } from '../../../components/table/use-list-search.ts';
import type { TableState } from '../../../components/table/use-table.ts';
import type { ApiError } from '../../../lib/calls/api-error.ts';
import type { Moved } from '../api/use-move.ts';
import { useChosen } from '../use-chosen.ts';
import { ChoiceBar } from './choice-bar.tsx';
import { MoveDialog } from './move-dialog.tsx';

interface MemberTableProps<Row, Key extends string | number> {
  readonly label: string;
  readonly searchLabel: string;
  readonly empty: string;
  /** Link to where the group gets its first member. */
  readonly step: ReactNode;
  readonly table: TableState;
  readonly list: UseQueryResult<{ readonly list: Row[]; readonly total: number }, ApiError>;
  readonly columns: DataColumn<Row>[];
  readonly canMove: boolean;
  readonly keyOf: (row: Row) => Key;
  readonly nameOf: (row: Row) => string;
  readonly moved: (keys: Key[]) => Moved;
  readonly titleOf: (count: number) => string;
}

export function MemberTable<Row, Key extends string | number>({
  table,
  list,
  keyOf,
  ...props
}: MemberTableProps<Row, Key>) {
  const { t } = useTranslation('groups');
  const search = useListSearch(useSearch({ from: '/shell/grouptab' }), 'keyword');
  const { chosen, toggle, add, clear } = useChosen<Key>();
  const [isMoving, setMoving] = useState(false);
  const choose: DataColumn<Row> = {
    key: 'choose',
    title: t('groups:column.choose'),
    value: () => null,
    width: 64,
    isForScreenOnly: true,
    render: (row) => (
      <Checkbox
        checked={chosen.has(keyOf(row))}
        aria-label={t('groups:choose-one', { name: props.nameOf(row) })}
        onChange={() => toggle(keyOf(row))}
      />
    ),
  };
  return (
    <>
      <QueryTable
        label={props.label}
        table={table}
        columns={props.canMove ? [choose, ...props.columns] : props.columns}
        rowKey={keyOf}
        query={list}
        filters={
          <FilterBar
            list={search}
            filters={[{ kind: 'text', name: 'keyword', label: props.searchLabel }]}
          />
        }
        actions={
          props.canMove && (
            <ChoiceBar
              count={chosen.size}
              onPage={() => add((list.data?.list ?? []).map(keyOf))}
              onClear={clear}
              onMove={() => setMoving(true)}
            />
          )
        }
        empty={{
          title: props.empty,
          action: search.isFiltered ? (
            <Button onClick={search.clear}>{t('devices:filter.clear')}</Button>
          ) : (
            props.step
          ),
        }}
      />
      {isMoving && (
        <MoveDialog
          moved={props.moved([...chosen])}
          title={props.titleOf(chosen.size)}
          onMoved={() => {
            setMoving(false);
            clear();
          }}
          onClose={() => setMoving(false)}
        />
      )}
    </>
  );
}
