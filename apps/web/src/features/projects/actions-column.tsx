import type { TFunction } from 'i18next';
import type { DataColumn } from '../../components/table/data-column.ts';
import { RowActions } from './components/row-actions.tsx';

export interface NamedRowActions<Row> {
  onEdit: (row: Row) => void;
  onDelete: (row: Row) => void;
}

/** Last column of a table whose rows can be edited and deleted. */
export function actionsColumn<Row extends { readonly name: string }>(
  t: TFunction<'projects'>,
  { onEdit, onDelete }: NamedRowActions<Row>,
): DataColumn<Row> {
  return {
    key: 'actions',
    title: t('projects:actions'),
    value: () => null,
    render: (row) => (
      <RowActions name={row.name} onEdit={() => onEdit(row)} onDelete={() => onDelete(row)} />
    ),
    isForScreenOnly: true,
    isPinned: true,
    width: 92,
  };
}
