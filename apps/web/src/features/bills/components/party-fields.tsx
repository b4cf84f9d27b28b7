/** Name, address and tax number of the issuer or of an addressee. */
import { useTranslation } from 'react-i18next';
import type { FormState } from '../../../components/forms/form-state.ts';
import { FormLines, FormText } from '../../../components/forms/form-text.tsx';

interface Party {
  readonly name: string;
  readonly address: string;
  readonly tax_number: string;
}

export function PartyFields({ form }: { readonly form: Pick<FormState<Party>, 'field'> }) {
  const { t } = useTranslation('fees');
  return (
    <>
      <FormText
        label={t('fees:bills.name')}
        isRequired
        maxLength={120}
        {...form.field('name')}
      />
      <FormLines
        label={t('fees:bills.address')}
        maxLength={400}
        maxRows={6}
        {...form.field('address')}
      />
      <FormText
        label={t('fees:bills.tax-number')}
        maxLength={60}
        {...form.field('tax_number')}
      />
    </>
  );
}
