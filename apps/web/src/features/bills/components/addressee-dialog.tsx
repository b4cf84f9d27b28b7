/** The addressee of a group's bills that are issued from now on. */
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { useFormState } from '../../../components/forms/form-state.ts';
import { type BillState, useBillChanges } from '../api/use-bills.ts';
import { PartyFields } from './party-fields.tsx';

interface AddresseeDialogProps {
  readonly state: BillState;
  readonly onClose: () => void;
}

export function AddresseeDialog({ state, onClose }: AddresseeDialogProps) {
  const { t } = useTranslation('fees');
  const { saveAddressee, refetch } = useBillChanges();
  const form = useFormState(() => state.addressee, {
    problems: ({ name }) =>
      name.trim() === '' ? { name: t('errors:reason.bill-name-required') } : undefined,
  });
  return (
    <FormDialog
      title={t('fees:bills.addressee-of', { group: state.group_name })}
      saveLabel={t('fees:settlement.save')}
      done={t('fees:bills.saved')}
      form={form}
      onSave={async () => {
        await saveAddressee.mutateAsync({ body: { group_id: state.group_id, ...form.values } });
        await refetch();
      }}
      onClose={onClose}
    >
      <PartyFields
        name={form.field('name')}
        address={form.field('address')}
        taxNumber={form.field('tax_number')}
      />
    </FormDialog>
  );
}
