/** Adds or changes a quantity of a Modbus profile. */

import type { ModbusTable, TableQuantity } from '@busbar/device-profiles/own/meter-table';
import { REGISTER_TYPES } from '@busbar/device-profiles/values/register-value';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../../components/forms/form-dialog.tsx';
import { FormNumber } from '../../../../components/forms/form-number.tsx';
import { FormSelect } from '../../../../components/forms/form-select.tsx';
import { type FormState, useFormState } from '../../../../components/forms/form-state.ts';
import { FormText } from '../../../../components/forms/form-text.tsx';
import { useProblemText } from '../profile-texts.ts';
import { rowProblems, withItem } from '../table-draft.ts';
import { QuantityChecks, QuantitySelect, UnitSelect } from './quantity-fields.tsx';
import { WordOrderSelect } from './word-order-select.tsx';

interface QuantityDialogProps {
  readonly table: ModbusTable;
  /** Undefined for a new quantity. */
  readonly at: number | undefined;
  readonly start: TableQuantity;
  readonly onSave: (quantity: TableQuantity) => void;
  readonly onClose: () => void;
}

type Draft = Omit<TableQuantity, 'not_available'> & { readonly not_available: string };

const rowOf = (draft: Draft): TableQuantity => ({
  ...draft,
  not_available: draft.not_available.split(/[\s,;،]+/).filter((raw) => raw !== ''),
});

export function QuantityDialog({ table, at, start, onSave, onClose }: QuantityDialogProps) {
  const { t } = useTranslation('meter-profiles');
  const problemText = useProblemText();
  const place = at ?? table.quantities.length;
  const form = useFormState<Draft>(
    () => ({ ...start, not_available: start.not_available.join(' ') }),
    {
      problems: (draft) => {
        const quantities = withItem(table.quantities, at, rowOf(draft));
        const found = rowProblems({ ...table, quantities }, 'quantities', place);
        return Object.fromEntries(
          [...found].map(([field, one]) => [field, problemText(one, false)]),
        );
      },
    },
  );
  return (
    <FormDialog<unknown>
      form={form}
      title={t(at === undefined ? 'meter-profiles:quantity.add' : 'meter-profiles:quantity.change')}
      width={560}
      saveLabel={t('meter-profiles:apply')}
      onSave={async () => onSave(rowOf(form.values))}
      onClose={onClose}
    >
      <QuantitySelect
        form={form}
        taken={table.quantities.map(({ quantity }) => quantity)}
        own={start.quantity}
      />
      <PlaceFields form={form} table={table} />
      <UnitSelect form={form} />
      <ValueFields form={form} />
    </FormDialog>
  );
}

/** Where the quantity is, and how it is encoded. */
function PlaceFields({ form, table }: { form: FormState<Draft>; table: ModbusTable }) {
  const { t } = useTranslation('meter-profiles');
  const types = Object.keys(REGISTER_TYPES);
  return (
    <>
      <div className="halves">
        <FormSelect
          label={t('meter-profiles:quantity.block')}
          options={table.blocks.map(({ name }) => ({ value: name, label: name }))}
          {...form.field('block')}
        />
        <FormText
          label={t('meter-profiles:quantity.address')}
          isRequired
          maxLength={6}
          dir="ltr"
          className="code"
          autoComplete="off"
          spellCheck={false}
          {...form.field('address')}
        />
      </div>
      <span className="hint prose">{t('meter-profiles:address-help')}</span>
      <div className="halves">
        <FormSelect
          label={t('meter-profiles:quantity.type')}
          options={types.map((value) => ({ value, label: value }))}
          {...form.field('type')}
        />
        <WordOrderSelect
          label={t('meter-profiles:form.word-order')}
          ofProfile={t('meter-profiles:quantity.order-of-profile')}
          {...form.field('word_order')}
        />
      </div>
    </>
  );
}

/** How the raw number becomes a value. */
function ValueFields({ form }: { form: FormState<Draft> }) {
  const { t } = useTranslation('meter-profiles');
  const scale = (name: 'multiply_by' | 'divide_by') => ({
    isRequired: true,
    ...form.field(name),
    onChange: (value: number | null) => form.set({ [name]: value ?? Number.NaN }),
    value: Number.isNaN(form.values[name]) ? null : form.values[name],
  });
  return (
    <>
      <div className="halves">
        <FormNumber label={t('meter-profiles:quantity.multiply')} {...scale('multiply_by')} />
        <FormNumber label={t('meter-profiles:quantity.divide')} {...scale('divide_by')} />
      </div>
      <div className="stack gap-8">
        <QuantityChecks form={form} />
      </div>
      <FormText
        label={t('meter-profiles:quantity.not-available')}
        help={t('meter-profiles:quantity.not-available-help')}
        maxLength={160}
        dir="ltr"
        className="code"
        autoComplete="off"
        spellCheck={false}
        {...form.field('not_available')}
      />
    </>
  );
}
