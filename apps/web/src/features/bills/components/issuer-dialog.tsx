/** The issuer of all bills and the tax, which apply to bills that are issued from now on. */
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { useFormState } from '../../../components/forms/form-state.ts';
import { FormText } from '../../../components/forms/form-text.tsx';
import { type Issuer, useBillChanges } from '../api/use-bills.ts';
import { PartyFields } from './party-fields.tsx';

interface IssuerDialogProps {
  readonly issuer: Issuer;
  readonly onClose: () => void;
}

export function IssuerDialog({ issuer, onClose }: IssuerDialogProps) {
  const { t } = useTranslation('fees');
  const { saveIssuer, refetch } = useBillChanges();
  const { saved, ...values } = issuer;
  const form = useFormState(() => ({ ...values, tax_rate: values.tax_rate ?? '' }), {
    problems: ({ name, tax_name, tax_rate }) => ({
      ...(name.trim() === '' ? { name: t('errors:reason.bill-name-required') } : {}),
      ...(tax_rate.trim() !== '' && tax_name.trim() === ''
        ? { tax_name: t('errors:reason.tax-name-required') }
        : {}),
    }),
  });
  return (
    <FormDialog
      title={t('fees:bills.issuer-title')}
      saveLabel={t('fees:settlement.save')}
      done={t('fees:bills.saved')}
      form={form}
      onSave={async () => {
        const tax_rate = form.values.tax_rate.trim();
        await saveIssuer.mutateAsync({
          body: { ...form.values, tax_rate: tax_rate === '' ? null : tax_rate },
        });
        await refetch();
      }}
      onClose={onClose}
    >
      <p className="hint">{t('fees:bills.issuer-hint')}</p>
      <PartyFields
        name={form.field('name')}
        address={form.field('address')}
        taxNumber={form.field('tax_number')}
      />
      <FormText label={t('fees:bills.tax-name')} maxLength={40} {...form.field('tax_name')} />
      <FormText
        label={t('fees:bills.tax-rate')}
        help={t('fees:bills.tax-rate-hint')}
        inputMode="decimal"
        dir="ltr"
        maxLength={10}
        {...form.field('tax_rate')}
      />
    </FormDialog>
  );
}
