import {
  intervalRefusal,
  LONGEST_INTERVAL_S,
  SHORTEST_INTERVAL_S,
  typeNameRefusal,
} from '@busbar/domain/device/device-type';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { FormNumber } from '../../../components/forms/form-number.tsx';
import { useFormState } from '../../../components/forms/form-state.ts';
import { FormText } from '../../../components/forms/form-text.tsx';
import { type TypeView, useTypeChange } from '../api/use-device-types.ts';

export function TypeDialog({ type, onClose }: { type: TypeView; onClose: () => void }) {
  const { t } = useTranslation(['device-types', 'errors']);
  const send = useTypeChange();
  const { name: oldName, expected_interval_s } = type;
  const form = useFormState(
    () => ({ name: oldName, seconds: expected_interval_s as number | null }),
    {
      isEager: true,
      problems: ({ name, seconds }) => {
        const wrongName = typeNameRefusal(name.trim(), type.kind);
        const wrongInterval = intervalRefusal(seconds ?? Number.NaN);
        return {
          name: wrongName && t(`errors:reason.${wrongName}`),
          seconds: wrongInterval && t(`errors:reason.${wrongInterval}`),
        };
      },
    },
  );
  const name = form.values.name.trim();
  const seconds = form.values.seconds ?? Number.NaN;
  return (
    <FormDialog
      form={form}
      title={t('device-types:change-of', { name: oldName })}
      saveLabel={t('device-types:save')}
      done={t('device-types:changed')}
      isBlocked={name === oldName && seconds === expected_interval_s}
      onSave={() =>
        send('v2.device-types.change', {
          params: { id: String(type.id) },
          body: {
            name,
            expected_interval_s: seconds,
            was: { name: oldName, expected_interval_s },
          },
        })
      }
      onClose={onClose}
    >
      <FormText
        label={t('device-types:column.name')}
        help={t('device-types:name-about', { prefix: type.prefix })}
        dir="ltr"
        {...form.field('name')}
      />
      <FormNumber
        label={t('device-types:interval')}
        help={t('device-types:interval-about')}
        controls
        min={SHORTEST_INTERVAL_S}
        max={LONGEST_INTERVAL_S}
        precision={0}
        {...form.field('seconds')}
      />
    </FormDialog>
  );
}
