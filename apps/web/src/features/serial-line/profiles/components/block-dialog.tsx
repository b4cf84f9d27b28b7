/** Adds or changes a block of a profile. */
import type { ModbusTable, TableBlock } from '@busbar/device-profiles/own/meter-table';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../../components/forms/form-dialog.tsx';
import { FormNumber } from '../../../../components/forms/form-number.tsx';
import { FormSelect } from '../../../../components/forms/form-select.tsx';
import { useFormState } from '../../../../components/forms/form-state.ts';
import { FormText } from '../../../../components/forms/form-text.tsx';
import { useProblemText } from '../profile-texts.ts';
import { rowProblems, withBlock } from '../table-draft.ts';

const MAX_REGISTERS = 125;

interface BlockDialogProps {
  readonly table: ModbusTable;
  /** Undefined for a new block. */
  readonly at: number | undefined;
  readonly start: TableBlock;
  readonly onSave: (block: TableBlock) => void;
  readonly onClose: () => void;
}

export function BlockDialog({ table, at, start, onSave, onClose }: BlockDialogProps) {
  const { t } = useTranslation('meter-profiles');
  const problemText = useProblemText();
  const place = at ?? table.blocks.length;
  const form = useFormState<TableBlock>(() => start, {
    problems: (block) => {
      // Quantities outside of the changed block are shown at the quantities.
      const changed = { ...table, ...withBlock(table, at, block) };
      const found = rowProblems(changed, 'blocks', place);
      return Object.fromEntries([...found].map(([field, one]) => [field, problemText(one, false)]));
    },
  });
  const count = form.field('count');
  return (
    <FormDialog<unknown>
      form={form}
      title={t(at === undefined ? 'meter-profiles:block.add' : 'meter-profiles:block.change')}
      saveLabel={t('meter-profiles:apply')}
      onSave={async () => onSave(form.values)}
      onClose={onClose}
    >
      <FormText
        label={t('meter-profiles:block.name')}
        isRequired
        maxLength={80}
        {...form.field('name')}
      />
      <FormSelect
        label={t('meter-profiles:block.function')}
        options={[3, 4].map((value) => ({
          value,
          label: t(`meter-profiles:block.function-${value as 3}`),
        }))}
        {...form.field('function')}
      />
      <FormText
        label={t('meter-profiles:block.address')}
        help={t('meter-profiles:address-help')}
        isRequired
        maxLength={6}
        dir="ltr"
        className="code"
        autoComplete="off"
        spellCheck={false}
        {...form.field('address')}
      />
      <FormNumber
        label={t('meter-profiles:block.count')}
        isRequired
        precision={0}
        min={1}
        max={MAX_REGISTERS}
        {...count}
        value={Number.isNaN(count.value) ? null : count.value}
        onChange={(value) => form.set({ count: value ?? Number.NaN })}
      />
    </FormDialog>
  );
}
