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

/** Returns the sentence of a problem, which is shown at its field. */
export function useProblemText(): (problem: ProfileProblem) => string {
  const { t } = useTranslation('meter-profiles');
  const nameOf = useQuantityName();
  return ({ key, field, values }) => {
    const form = field.includes('not_available') ? 'raw' : 'address';
    const name = key === 'wrong-form' && field !== 'station' ? `${key}-${form}` : key;
    const isStation = field === 'station' && key !== 'missing';
    const { quantity, other } = values;
    const named = {
      ...values,
      ...(quantity !== undefined && { quantity: nameOf(quantity) }),
      ...(other !== undefined && { other: nameOf(other) }),
    };
    return t(
      `meter-profiles:problem.${(isStation ? 'station-address' : name) as 'missing'}`,
      named,
    );
  };
}
