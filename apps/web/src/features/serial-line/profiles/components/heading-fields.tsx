/** Maker, model, factory settings and word order of a profile. */
import type { MeterTable } from '@busbar/device-profiles/own/meter-table';
import { WORD_ORDERS } from '@busbar/device-profiles/values/register-value';
import { BAUD_RATES } from '@busbar/domain/line/line-form';
import { useTranslation } from 'react-i18next';
import { FormSelect } from '../../../../components/forms/form-select.tsx';
import type { FormState } from '../../../../components/forms/form-state.ts';
import { FormText } from '../../../../components/forms/form-text.tsx';
import { useNumbers } from '../../../../i18n/use-numbers.ts';

const PARITIES = ['none', 'even', 'odd'] as const;
const MAX_NAME = 80;

export function HeadingFields({ form }: { form: FormState<MeterTable> }) {
  const { t } = useTranslation(['meter-profiles', 'serial-lines']);
  const { quantity } = useNumbers();
  const isSerial = form.values.protocol === 'modbus-rtu';
  const unknown = { value: null, label: t('meter-profiles:form.unknown') };
  return (
    <div className="profile-fields">
      <FormText
        label={t('meter-profiles:form.maker')}
        isRequired
        maxLength={MAX_NAME}
        {...form.field('maker')}
      />
      <FormText
        label={t('meter-profiles:form.model')}
        isRequired
        maxLength={MAX_NAME}
        {...form.field('model')}
      />
      <FormSelect
        label={t('serial-lines:line.protocol')}
        options={[
          { value: 'modbus-rtu', label: 'Modbus RTU' },
          { value: 'modbus-tcp', label: 'Modbus TCP' },
        ]}
        {...form.field('protocol')}
        onChange={(protocol) =>
          form.set({ protocol, ...(protocol === 'modbus-tcp' && { baud: null, parity: null }) })
        }
      />
      <WordOrderSelect
        label={t('meter-profiles:form.word-order')}
        {...form.field('word_order')}
        onChange={(word_order) => form.set({ word_order: word_order ?? 'ABCD' })}
      />
      <FormText
        label={t('meter-profiles:form.station')}
        isRequired
        maxLength={3}
        inputMode="numeric"
        dir="ltr"
        className="code"
        autoComplete="off"
        {...form.field('station')}
      />
      {isSerial && (
        <>
          <FormSelect<number | null>
            label={t('meter-profiles:form.baud')}
            options={[
              unknown,
              ...BAUD_RATES.map((value) => ({ value, label: quantity(value, 0, 'bit/s') })),
            ]}
            {...form.field('baud')}
          />
          <FormSelect<string | null>
            label={t('meter-profiles:form.parity')}
            options={[
              unknown,
              ...PARITIES.map((value) => ({
                value,
                label: t(`serial-lines:form.parity.${value}`),
              })),
            ]}
            {...form.field('parity')}
          />
        </>
      )}
    </div>
  );
}

interface WordOrderSelectProps {
  readonly label: string;
  readonly value: string | null;
  readonly problem: string | undefined;
  /** Label of the choice that leaves the order to the profile. */
  readonly ofProfile?: string;
  readonly onChange: (value: string | null) => void;
}

export function WordOrderSelect({ ofProfile, ...rest }: WordOrderSelectProps) {
  const { t } = useTranslation('meter-profiles');
  const orders = WORD_ORDERS.map((value) => ({ value, label: t(`meter-profiles:order.${value}`) }));
  return (
    <FormSelect<string | null>
      options={[...(ofProfile === undefined ? [] : [{ value: null, label: ofProfile }]), ...orders]}
      {...rest}
    />
  );
}
