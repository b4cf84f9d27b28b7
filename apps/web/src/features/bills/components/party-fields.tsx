/** Name, address and tax number of the issuer or of an addressee. */
import { useTranslation } from 'react-i18next';
import type { FormField } from '../../../components/forms/form-state.ts';
import { FormLines, FormText } from '../../../components/forms/form-text.tsx';

interface PartyFieldsProps {
  readonly name: FormField<string>;
  readonly address: FormField<string>;
  readonly taxNumber: FormField<string>;
}

export function PartyFields({ name, address, taxNumber }: PartyFieldsProps) {
  const { t } = useTranslation('fees');
  return (
    <>
      <FormText label={t('fees:bills.name')} isRequired maxLength={120} {...name} />
      <FormLines label={t('fees:bills.address')} maxLength={400} maxRows={6} {...address} />
      <FormText label={t('fees:bills.tax-number')} maxLength={60} {...taxNumber} />
    </>
  );
}
