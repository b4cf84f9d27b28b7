import { WORD_ORDERS } from '@busbar/device-profiles/values/register-value';
import { useTranslation } from 'react-i18next';
import { FormSelect } from '../../../../components/forms/form-select.tsx';

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
