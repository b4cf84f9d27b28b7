/** Device and day columns: energy by band, or fees with the tariff they were calculated with. */

import { formatAmount } from '@busbar/domain/formats/money-format';
import { ENERGY_UNIT, formatEnergy } from '@busbar/domain/formats/number-format';
import { unitLabel } from '@busbar/domain/formats/unit-label';
import { useTranslation } from 'react-i18next';
import type { DataColumn } from '../../components/table/data-column.ts';
import { BAND_FIELDS } from '../../device-kit/bands.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import type { EnergyDay } from './api/use-energy-days.ts';
import { DayMarks } from './components/day-marks.tsx';

export interface DayColumnsOptions {
  readonly value: 'energy' | 'fee';
  readonly currency: string;
  /** Hides name and code, which are redundant for a single device. */
  readonly isOneDevice: boolean;
}

export function useDayColumns({
  value,
  currency,
  isOneDevice,
}: DayColumnsOptions): DataColumn<EnergyDay>[] {
  const { t } = useTranslation(['fees', 'common']);
  const { tag } = useLanguage();
  const isEnergy = value === 'energy';
  const amount = (number: number | null) => {
    if (number === null) return <span className="no-tariff">{t('common:no-tariff')}</span>;
    return isEnergy ? formatEnergy(number, tag) : formatAmount(number, currency, tag);
  };
  const versionOf = (version: number) => t('fees:bill.version', { version });
  const unit = isEnergy ? unitLabel(ENERGY_UNIT, tag) : currency;
  const column = (
    key: keyof EnergyDay & (`ept${string}` | `fee${string}`),
    title: string,
    isSortable = false,
  ): DataColumn<EnergyDay> => ({
    key,
    title: t('common:in-brackets', { text: title, inside: unit }),
    value: (row) => row[key],
    render: (row) => amount(row[key]),
    align: 'end',
    isLtr: true,
    isSortable,
  });
  const device: DataColumn<EnergyDay>[] = [
    {
      key: 'device_name',
      title: t('fees:column.device'),
      value: (row) => row.device_name,
      isTitle: true,
      isSortable: true,
    },
    {
      key: 'device_code',
      title: t('fees:column.code'),
      value: (row) => row.device_code,
      render: (row) => <span className="code">{row.device_code}</span>,
      isLtr: true,
      isHiddenByDefault: true,
    },
  ];
  return [
    {
      key: 'date',
      title: t('fees:column.date'),
      value: (row) => row.date,
      isLtr: true,
      isSortable: true,
      isTitle: isOneDevice,
    },
    ...(isOneDevice ? [] : device),
    column(isEnergy ? 'ept' : 'fee', t(isEnergy ? 'fees:energy' : 'fees:fee'), true),
    ...BAND_FIELDS.map((band) =>
      column(isEnergy ? band.energy : band.fee, t(`fees:band.${band.band}`)),
    ),
    ...(isEnergy
      ? []
      : [
          {
            key: 'rate',
            title: t('fees:column.tariff'),
            value: (row: EnergyDay) => tariffOf(row, versionOf),
            render: (row: EnergyDay) => <bdi>{tariffOf(row, versionOf)}</bdi>,
          },
        ]),
    {
      key: 'marks',
      title: t('fees:column.marks'),
      value: (row) =>
        [row.provisional ? t('fees:provisional') : '', row.estimated ? t('fees:estimated') : '']
          .filter((label) => label !== '')
          .join(', '),
      render: (row) => <DayMarks day={row} />,
    },
  ];
}

function tariffOf(
  { rate_name: name, rate_version: version }: EnergyDay,
  versionOf: (version: number) => string,
): string {
  if (name === null) return '–';
  return version === null ? name : `${name} ${versionOf(version)}`;
}
