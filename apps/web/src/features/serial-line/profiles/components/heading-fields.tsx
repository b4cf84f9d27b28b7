/** Maker, model, protocol, factory settings and word order of a profile. */
import {
  isDlt645Table,
  type MeterTable,
  type ModbusTable,
} from '@busbar/device-profiles/own/meter-table';
import { BAUD_RATES } from '@busbar/domain/line/line-form';
import { useTranslation } from 'react-i18next';
import { FormSelect } from '../../../../components/forms/form-select.tsx';
import type { FormState } from '../../../../components/forms/form-state.ts';
import { FormText } from '../../../../components/forms/form-text.tsx';
import { useNumbers } from '../../../../i18n/use-numbers.ts';
import { PROFILE_PROTOCOL_NAMES } from '../../protocol-names.ts';
import { WordOrderSelect } from './word-order-select.tsx';

const PROTOCOLS = ['modbus-rtu', 'modbus-tcp', 'dlt645-2007'] as const;
const PARITIES = ['none', 'even', 'odd'] as const;
const MAX_NAME = 80;

interface HeadingFieldsProps {
  readonly form: FormState<MeterTable>;
  readonly onProtocol: (protocol: MeterTable['protocol']) => void;
}

export function HeadingFields({ form, onProtocol }: HeadingFieldsProps) {
  const { t } = useTranslation(['meter-profiles', 'serial-lines']);
  const { quantity } = useNumbers();
  const table = form.values;
  const isDlt645 = isDlt645Table(table);
  const isSerial = table.protocol !== 'modbus-tcp';
  const unknown = { value: null, label: t('meter-profiles:form.unknown') };
  return (
    <>
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
          options={PROTOCOLS.map((value) => ({ value, label: PROFILE_PROTOCOL_NAMES[value] }))}
          {...form.field('protocol')}
          onChange={onProtocol}
        />
        {!isDlt645 && (
          <WordOrderSelect
            label={t('meter-profiles:form.word-order')}
            value={table.word_order}
            problem={form.problemOf('word_order')}
            onChange={(word_order) =>
              form.set({ word_order: word_order ?? 'ABCD' } satisfies Partial<ModbusTable>)
            }
          />
        )}
        <FormText
          label={t('meter-profiles:form.station')}
          help={isDlt645 ? t('meter-profiles:dlt645.station-help') : undefined}
          isRequired
          maxLength={isDlt645 ? 12 : 3}
          inputMode={isDlt645 ? 'text' : 'numeric'}
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
      {isDlt645 && <p className="hint prose">{t('meter-profiles:dlt645.about')}</p>}
    </>
  );
}
