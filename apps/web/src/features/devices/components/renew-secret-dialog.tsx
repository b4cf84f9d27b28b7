/**
 * Issues a new secret for a device: requires the expiry of the old one and the user's password.
 * Immediate expiry is the default, because it is needed for a lost device.
 */
import { Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import { Field } from '../../../components/forms/field.tsx';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { useFormState } from '../../../components/forms/form-state.ts';
import { FormText } from '../../../components/forms/form-text.tsx';
import { Moment } from '../../../components/values/moment.tsx';
import { useDeviceChanges } from '../../../device-kit/api/use-device-changes.ts';
import type { NewDevice } from '../../../device-kit/components/device-form-dialog.tsx';
import { useNow } from '../../../lib/use-now.ts';

export interface RenewSecretDialogProps {
  readonly device: Pick<NewDevice, 'name' | 'code' | 'isDtu'>;
  readonly onRenewed: (device: NewDevice) => void;
  readonly onClose: () => void;
}

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** Grace period in hours during which the old secret stays valid; 0 for none. */
const GRACES = [0, 1, 24, 7 * 24, 29 * 24] as const;

export function RenewSecretDialog({ device, onRenewed, onClose }: RenewSecretDialogProps) {
  const { t } = useTranslation('devices');
  const { rotate } = useDeviceChanges();
  const now = useNow(MINUTE_MS);
  const { name, code } = device;
  const form = useFormState<{ grace: number; password: string }>(
    { grace: 0, password: '' },
    {
      problems: ({ password }) =>
        password === '' ? { password: t('devices:form.required') } : undefined,
    },
  );
  const { grace, password } = form.values;
  const labelOf = (hours: number) =>
    hours === 0
      ? t('devices:secret.at-once')
      : hours < 48
        ? t('devices:secret.hours', { count: hours })
        : t('devices:secret.days', { count: hours / 24 });
  return (
    <FormDialog
      form={form}
      title={t('devices:secret.title', { name })}
      saveLabel={t('devices:secret.confirm')}
      isDanger
      onSave={() =>
        rotate.mutateAsync({
          params: { device_code: code },
          body: { password, ...(grace > 0 && { old_until: Date.now() + grace * HOUR_MS }) },
        })
      }
      onSaved={({ data }) =>
        onRenewed({
          ...device,
          secret: data.device_secret,
          broker: data.connection,
          protocol: data.protocol,
        })
      }
      onClose={onClose}
    >
      <Field label={t('devices:secret.old')}>
        <Radio.Group
          vertical
          aria-label={t('devices:secret.old')}
          value={grace}
          options={GRACES.map((value) => ({ value, label: labelOf(value) }))}
          onChange={({ target }) => form.set({ grace: target.value })}
        />
      </Field>
      <p role="status">
        {grace === 0 ? (
          t('devices:secret.body')
        ) : (
          <>
            {t('devices:secret.body-later')} <Moment at={now + grace * HOUR_MS} />
          </>
        )}
      </p>
      <FormText
        label={t('devices:secret.password')}
        type="password"
        isRequired
        autoComplete="current-password"
        {...form.field('password')}
      />
    </FormDialog>
  );
}
