/** Adds or changes a quantity of a DL/T 645 profile. */
import { MAX_DECIMALS } from '@busbar/device-profiles/own/dlt645-table';
import type { Dlt645Table, IdentifierQuantity } from '@busbar/device-profiles/own/meter-table';
import { useTranslation } from 'react-i18next';
import { FormCheckbox } from '../../../../components/forms/form-checkbox.tsx';
import { FormDialog } from '../../../../components/forms/form-dialog.tsx';
import { FormNumber } from '../../../../components/forms/form-number.tsx';
import { FormSelect } from '../../../../components/forms/form-select.tsx';
import { type FormState, useFormState } from '../../../../components/forms/form-state.ts';
import { wholeValue } from '../new-table.ts';
import { useProblemText } from '../profile-texts.ts';
import { rowProblems, withItem } from '../table-draft.ts';
import { valueFormat } from '../value-format.ts';
import { QuantityChecks, QuantitySelect, UnitSelect } from './quantity-fields.tsx';

interface IdentifierQuantityDialogProps {
  readonly table: Dlt645Table;
  /** Undefined for a new quantity. */
  readonly at: number | undefined;
  readonly start: IdentifierQuantity;
  readonly onSave: (quantity: IdentifierQuantity) => void;
  readonly onClose: () => void;
}

export function IdentifierQuantityDialog({
  table,
  at,
  start,
  onSave,
  onClose,
}: IdentifierQuantityDialogProps) {
  const { t } = useTranslation('meter-profiles');
  const problemText = useProblemText();
  const place = at ?? table.quantities.length;
  const form = useFormState<IdentifierQuantity>(() => start, {
    problems: (draft) => {
      const quantities = withItem(table.quantities, at, draft);
      const found = rowProblems({ ...table, quantities }, 'quantities', place);
      return Object.fromEntries([...found].map(([field, one]) => [field, problemText(one, true)]));
    },
  });
  return (
    <FormDialog<unknown>
      form={form}
      title={t(at === undefined ? 'meter-profiles:quantity.add' : 'meter-profiles:quantity.change')}
      width={560}
      saveLabel={t('meter-profiles:apply')}
      onSave={async () => onSave(form.values)}
      onClose={onClose}
    >
      <QuantitySelect
        form={form}
        taken={table.quantities.map(({ quantity }) => quantity)}
        own={start.quantity}
      />
      <PlaceFields form={form} table={table} />
      <FormatFields form={form} />
      <div className="stack gap-8">
        <QuantityChecks form={form} />
      </div>
    </FormDialog>
  );
}

interface FieldsProps {
  readonly form: FormState<IdentifierQuantity>;
}

function numberField({ form }: FieldsProps, name: 'offset' | 'bytes' | 'decimals') {
  const field = form.field(name);
  return {
    ...{ isRequired: true, precision: 0, ...field },
    value: Number.isNaN(field.value) ? null : field.value,
    onChange: (value: number | null) => form.set({ [name]: value ?? Number.NaN }),
  };
}

/** In which answer the value is, and at which bytes. */
function PlaceFields({ form, table }: FieldsProps & { readonly table: Dlt645Table }) {
  const { t } = useTranslation('meter-profiles');
  const { blocks } = table;
  return (
    <>
      <FormSelect
        label={t('meter-profiles:identifier.identifier')}
        options={blocks.map(({ identifier: value }) => ({ value, label: value }))}
        {...form.field('block')}
        onChange={(block) => {
          const chosen = blocks.find(({ identifier }) => identifier === block);
          form.set({ block, ...wholeValue(chosen) });
        }}
      />
      <div className="halves">
        <FormNumber
          label={t('meter-profiles:quantity.offset')}
          min={0}
          {...numberField({ form }, 'offset')}
        />
        <FormNumber
          label={t('meter-profiles:quantity.bytes')}
          min={1}
          {...numberField({ form }, 'bytes')}
        />
      </div>
      <span className="hint prose">{t('meter-profiles:quantity.bytes-help')}</span>
    </>
  );
}

/** Decimals, unit and sign, with the format as the standard prints it. */
function FormatFields({ form }: FieldsProps) {
  const { t } = useTranslation('meter-profiles');
  const { unit } = form.values;
  const format = valueFormat(form.values);
  return (
    <>
      <div className="halves">
        <FormNumber
          label={t('meter-profiles:quantity.decimals')}
          min={0}
          max={MAX_DECIMALS}
          {...numberField({ form }, 'decimals')}
        />
        <UnitSelect form={form} />
      </div>
      <FormCheckbox label={t('meter-profiles:quantity.signed')} {...form.field('signed')} />
      {format !== undefined && (
        <p className="row gap-8" role="status">
          <span className="muted">{t('meter-profiles:quantity.format')}</span>
          <span className="code ltr">{`${format} ${unit}`.trim()}</span>
        </p>
      )}
    </>
  );
}
