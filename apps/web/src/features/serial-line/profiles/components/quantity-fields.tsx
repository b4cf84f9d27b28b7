/** Fields that the quantities of every protocol have. */
import type { ScaledQuantity } from '@busbar/device-profiles/own/meter-table';
import type { QuantityName } from '@busbar/device-profiles/profile';
import {
  isEnergy,
  isQuantityName,
  UNIT_NAMES,
  unitFactor,
  unitOf,
} from '@busbar/device-profiles/values/units';
import { useTranslation } from 'react-i18next';
import { FormCheckbox } from '../../../../components/forms/form-checkbox.tsx';
import { FormSelect } from '../../../../components/forms/form-select.tsx';
import type { FormState } from '../../../../components/forms/form-state.ts';
import { QUANTITY_NAMES, useQuantityName } from '../profile-texts.ts';

interface QuantitySelectProps {
  readonly form: FormState<ScaledQuantity>;
  /** The quantities of the table. */
  readonly taken: readonly string[];
  /** The quantity that is changed; empty for a new one. */
  readonly own: string;
}

/** Offers the quantities that the table does not have yet. */
export function QuantitySelect({ form, taken, own }: QuantitySelectProps) {
  const { t } = useTranslation('meter-profiles');
  const nameOf = useQuantityName();
  const free = QUANTITY_NAMES.filter((name) => name === own || !taken.includes(name));
  const field = form.field('quantity');
  return (
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
  );
}

export function UnitSelect({ form }: { form: FormState<ScaledQuantity> }) {
  const { t } = useTranslation('meter-profiles');
  const { quantity } = form.values;
  const units = isQuantityName(quantity) ? unitsOf(quantity) : UNIT_NAMES;
  return (
    <FormSelect
      label={t('meter-profiles:quantity.unit')}
      options={units.map((value) => ({ value, label: value === '' ? '–' : value }))}
      {...form.field('unit')}
    />
  );
}

/** Ratios, direction, and whether variants of the meter lack the quantity. */
export function QuantityChecks({ form }: { form: FormState<ScaledQuantity> }) {
  const { t } = useTranslation('meter-profiles');
  const { quantity, ratios } = form.values;
  const ratio = (name: 'ct' | 'pt') => ({
    value: ratios.includes(name),
    onChange: (isOn: boolean) =>
      form.set({ ratios: isOn ? [...ratios, name] : ratios.filter((one) => one !== name) }),
  });
  return (
    <>
      <FormCheckbox label={t('meter-profiles:quantity.ct')} {...ratio('ct')} />
      <FormCheckbox label={t('meter-profiles:quantity.pt')} {...ratio('pt')} />
      {!isEnergy(quantity) && (
        <FormCheckbox label={t('meter-profiles:quantity.inverted')} {...form.field('inverted')} />
      )}
      <FormCheckbox label={t('meter-profiles:quantity.optional')} {...form.field('optional')} />
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
