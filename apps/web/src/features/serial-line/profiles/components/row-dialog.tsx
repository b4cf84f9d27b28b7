/** The dialog of one row of a table: a block, a data identifier or a quantity. */
import { isDlt645Table, type MeterTable } from '@busbar/device-profiles/own/meter-table';
import { NEW_BLOCK, NEW_IDENTIFIER, newIdentifierQuantity, newQuantity } from '../new-table.ts';
import { withBlock, withIdentifier, withItem } from '../table-draft.ts';
import { BlockDialog } from './block-dialog.tsx';
import { IdentifierDialog } from './identifier-dialog.tsx';
import { IdentifierQuantityDialog } from './identifier-quantity-dialog.tsx';
import { QuantityDialog } from './quantity-dialog.tsx';

/** The row that is edited; without `at` it is a new one. */
export interface EditedRow {
  readonly list: 'blocks' | 'quantities';
  readonly at: number | undefined;
}

interface RowDialogProps {
  readonly table: MeterTable;
  readonly row: EditedRow;
  readonly onChange: (part: Partial<MeterTable>) => void;
  readonly onClose: () => void;
}

export function RowDialog({ table, row: { list, at }, onChange, onClose }: RowDialogProps) {
  const common = { at, onClose };
  if (isDlt645Table(table)) {
    return list === 'blocks' ? (
      <IdentifierDialog
        {...common}
        table={table}
        start={rowOf(table.blocks, at, NEW_IDENTIFIER)}
        onSave={(block) => onChange(withIdentifier(table, at, block))}
      />
    ) : (
      <IdentifierQuantityDialog
        {...common}
        table={table}
        start={rowOf(table.quantities, at, newIdentifierQuantity(table))}
        onSave={(one) => onChange({ quantities: withItem(table.quantities, at, one) })}
      />
    );
  }
  return list === 'blocks' ? (
    <BlockDialog
      {...common}
      table={table}
      start={rowOf(table.blocks, at, NEW_BLOCK)}
      onSave={(block) => onChange(withBlock(table, at, block))}
    />
  ) : (
    <QuantityDialog
      {...common}
      table={table}
      start={rowOf(table.quantities, at, newQuantity(table))}
      onSave={(one) => onChange({ quantities: withItem(table.quantities, at, one) })}
    />
  );
}

function rowOf<T>(rows: readonly T[], at: number | undefined, added: T): T {
  return at === undefined ? added : rows[at]!;
}
