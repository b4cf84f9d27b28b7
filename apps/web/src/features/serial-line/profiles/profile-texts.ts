/** Names of quantities, and sentences for the problems of a table, in the language of the page. */
import type { ProfileProblem } from '@busbar/device-profiles/checks/profile-problem';
import { MEASUREMENT_ORDER, REGISTER_ORDER } from '@busbar/domain/device/measurement';
import { useTranslation } from 'react-i18next';

export const QUANTITY_NAMES: readonly string[] = [...MEASUREMENT_ORDER, ...REGISTER_ORDER];

const REGISTER = /^((?:active|reactive)(?:Total|Import|Export))(Sharp|Peak|OffPeak|Valley)?$/;

export function useQuantityName(): (quantity: string) => string {
  const { t } = useTranslation(['data', 'explanation']);
  return (quantity) => {
    const [, channel, band] = REGISTER.exec(quantity) ?? [];
    if (channel === undefined) return t(`data:field.${quantity as 'voltageA'}`);
    const name = t(`explanation:channel.${channel as 'activeImport'}`);
    if (band === undefined) return name;
    const key = `${band[0]!.toLowerCase()}${band.slice(1)}`;
    return `${name} · ${t(`explanation:register.${key as 'sharp'}`)}`;
  };
}

/** Returns the sentence of a problem, which is shown at its field; `isDlt645` as the table is. */
export function useProblemText(): (problem: ProfileProblem, isDlt645: boolean) => string {
  const { t } = useTranslation('meter-profiles');
  const nameOf = useQuantityName();
  return (problem, isDlt645) => {
    const { quantity, other } = problem.values;
    const named = {
      ...inDigits(problem.values),
      ...(quantity !== undefined && { quantity: nameOf(quantity) }),
      ...(other !== undefined && { other: nameOf(other) }),
    };
    return t(`meter-profiles:problem.${keyOf(problem, isDlt645) as 'missing'}`, named);
  };
}

/** Positions in the data of an identifier are named `byte 3`, whatever the language. */
const BYTE = /^byte (\d+)$/;

const inDigits = (values: ProfileProblem['values']): ProfileProblem['values'] =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, BYTE.exec(value)?.[1] ?? value]),
  );

/** Sentences that name an identifier or bytes instead of a block or registers. */
const OF_DLT645: Readonly<Record<string, string>> = {
  'block-twice': 'identifier-twice',
  'block-unknown': 'identifier-unknown',
  'outside-block': 'outside-identifier',
  overlap: 'overlap-byte',
};

/** The sentence depends on the protocol and on the field. */
function keyOf({ key, field, values }: ProfileProblem, isDlt645: boolean): string {
  if (field === 'station' && key !== 'missing') {
    if (isDlt645) return 'station-address-dlt645';
    return values.protocol === 'modbus-tcp' ? 'station-address-tcp' : 'station-address';
  }
  if (key === 'wrong-form') {
    if (field.includes('not_available')) return 'wrong-form-raw';
    return isDlt645 ? 'wrong-form-identifier' : 'wrong-form-address';
  }
  if (key === 'number-too-long' && field.startsWith('blocks')) return 'answer-too-long';
  return (isDlt645 ? OF_DLT645[key] : undefined) ?? key;
}

/** Returns the label of a field such as `quantities.unit`, as the dialog of its row has it. */
export function useFieldLabel(isDlt645: boolean): (place: string) => string | undefined {
  const { t } = useTranslation('meter-profiles');
  const identifier = t('meter-profiles:identifier.identifier');
  const labels: Readonly<Record<string, string>> = {
    'blocks.name': t('meter-profiles:block.name'),
    'blocks.function': t('meter-profiles:block.function'),
    'blocks.address': t('meter-profiles:block.address'),
    'blocks.count': t('meter-profiles:block.count'),
    'blocks.identifier': identifier,
    'blocks.bytes': t('meter-profiles:identifier.bytes'),
    'quantities.quantity': t('meter-profiles:quantity.quantity'),
    'quantities.block': isDlt645 ? identifier : t('meter-profiles:quantity.block'),
    'quantities.address': t('meter-profiles:quantity.address'),
    'quantities.type': t('meter-profiles:quantity.type'),
    'quantities.word_order': t('meter-profiles:form.word-order'),
    'quantities.unit': t('meter-profiles:quantity.unit'),
    'quantities.multiply_by': t('meter-profiles:quantity.multiply'),
    'quantities.divide_by': t('meter-profiles:quantity.divide'),
    'quantities.not_available': t('meter-profiles:quantity.not-available'),
    'quantities.offset': t('meter-profiles:quantity.offset'),
    'quantities.bytes': t('meter-profiles:quantity.bytes'),
    'quantities.decimals': t('meter-profiles:quantity.decimals'),
    'quantities.inverted': t('meter-profiles:quantity.inverted'),
  };
  return (place) => labels[place];
}
