/** Adds or changes a quantity of a profile. */

import type { MeterTable, TableQuantity } from '@busbar/device-profiles/own/meter-table';
import type { QuantityName } from '@busbar/device-profiles/profile';
import { REGISTER_TYPES } from '@busbar/device-profiles/values/register-value';
import {
  isEnergy,
  isQuantityName,
  UNIT_NAMES,
  unitFactor,
  unitOf,
} from '@busbar/device-profiles/values/units';
import { useTranslation } from 'react-i18next';
import { FormCheckbox } from '../../../../components/forms/form-checkbox.tsx';
import { FormDialog } from '../../../../components/forms/form-dialog.tsx';
import { FormNumber } from '../../../../components/forms/form-number.tsx';
import { FormSelect } from '../../../../components/forms/form-select.tsx';
import { type FormState, useFormState } from '../../../../components/forms/form-state.ts';
import { FormText } from '../../../../components/forms/form-text.tsx';
import { QUANTITY_NAMES, useProblemText, useQuantityName } from '../profile-texts.ts';
import { rowProblems, withItem } from '../table-draft.ts';
import { WordOrderSelect } from './heading-fields.tsx';

interface QuantityDialogProps {
  readonly table: MeterTable;
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
        return Object.fromEntries([...found].map(([field, one]) => [field, problemText(one)]));
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
      <PlaceFields form={form} table={table} own={start.quantity} />
      <ValueFields form={form} />
    </FormDialog>
  );
}

interface PlaceFieldsProps {
  readonly form: FormState<Draft>;
  readonly table: MeterTable;
  /** The quantity that is changed; empty for a new one. */
  readonly own: string;
}

/** What is read, and where it is. */
function PlaceFields({ form, table, own }: PlaceFieldsProps) {
  const { t } = useTranslation('meter-profiles');
  const nameOf = useQuantityName();
  const taken = table.quantities.map(({ quantity }) => quantity);
  const free = QUANTITY_NAMES.filter((name) => name === own || !taken.includes(name));
  const field = form.field('quantity');
  const types = Object.keys(REGISTER_TYPES);
  return (
    <>
      <FormSelect<string | undefined>
        label={t('meter-profiles:quantity.quantity')}
        isRequired
        isSearched
        options={free.map((value) => ({ value, label: nameOf(value) }))}
        {...field}
        value={field.value === '' ? undefined : field.value}
        onChange={(quantity = '') =>
          form.set({ quantity, unit: unitFor(quantity, form.values.unit) })
        }
      />
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
  const { quantity, ratios } = form.values;
  const units = isQuantityName(quantity) ? unitsOf(quantity) : UNIT_NAMES;
  const scale = (name: 'multiply_by' | 'divide_by') => ({
    isRequired: true,
    ...form.field(name),
    onChange: (value: number | null) => form.set({ [name]: value ?? Number.NaN }),
    value: Number.isNaN(form.values[name]) ? null : form.values[name],
  });
  const ratio = (name: 'ct' | 'pt') => ({
    value: ratios.includes(name),
    onChange: (isOn: boolean) =>
      form.set({ ratios: isOn ? [...ratios, name] : ratios.filter((one) => one !== name) }),
  });
  return (
    <>
      <FormSelect
        label={t('meter-profiles:quantity.unit')}
        options={units.map((value) => ({ value, label: value === '' ? '–' : value }))}
        {...form.field('unit')}
      />
      <div className="halves">
        <FormNumber label={t('meter-profiles:quantity.multiply')} {...scale('multiply_by')} />
        <FormNumber label={t('meter-profiles:quantity.divide')} {...scale('divide_by')} />
      </div>
      <div className="stack gap-8">
        <FormCheckbox label={t('meter-profiles:quantity.ct')} {...ratio('ct')} />
        <FormCheckbox label={t('meter-profiles:quantity.pt')} {...ratio('pt')} />
        {!isEnergy(quantity) && (
          <FormCheckbox label={t('meter-profiles:quantity.inverted')} {...form.field('inverted')} />
        )}
        <FormCheckbox label={t('meter-profiles:quantity.optional')} {...form.field('optional')} />
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

const unitsOf = (name: QuantityName): string[] =>
  UNIT_NAMES.filter((unit) => unitFactor(unit, name) !== undefined);

/** The unit if the quantity can have it, otherwise that of the platform. */
function unitFor(quantity: string, unit: string): string {
  if (!isQuantityName(quantity) || unitsOf(quantity).includes(unit)) return unit;
  return unitOf(quantity);
}
