/**
 * Issues a new secret for a device: requires the expiry of the old one and the user's password.
 * Immediate expiry is the default, because it is needed for a lost device.
 */
import { Alert, Button, Form, Input, Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { Moment } from '../../../components/values/moment.tsx';
import { useDeviceChanges } from '../../../device-kit/api/use-device-changes.ts';
import type { NewDevice } from '../../../device-kit/components/device-form-dialog.tsx';
import { useErrorText } from '../../../i18n/error-text.ts';
import { isApiError } from '../../../lib/calls/api-error.ts';
import { useNow } from '../../../lib/use-now.ts';

export interface RenewSecretDialogProps {
  readonly device: { readonly name: string; readonly code: string };
  readonly onRenewed: (device: NewDevice) => void;
  readonly onClose: () => void;
}

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** Grace period in hours during which the old secret stays valid; 0 for none. */
const GRACES = [0, 1, 24, 7 * 24, 29 * 24] as const;

interface Values {
  grace: number;
  password: string;
}

export function RenewSecretDialog({ device, onRenewed, onClose }: RenewSecretDialogProps) {
  const { t } = useTranslation('devices');
  const errorText = useErrorText();
  const [form] = Form.useForm<Values>();
  const grace = Form.useWatch('grace', form) ?? 0;
  const { rotate } = useDeviceChanges();
  const now = useNow(MINUTE_MS);
  const { name, code } = device;

  const submit = (values: Values) => {
    const until = values.grace === 0 ? {} : { old_until: Date.now() + values.grace * HOUR_MS };
    rotate.mutate(
      { params: { device_code: code }, body: { password: values.password, ...until } },
      {
        onSuccess: ({ data }) =>
          onRenewed({ name, code, secret: data.device_secret, broker: data.connection }),
        onError: (error) => {
          const isPassword = isApiError(error) && error.field === 'password';
          if (isPassword) form.setFields([{ name: 'password', errors: [errorText(error)] }]);
        },
      },
    );
  };
  const isElsewhere = rotate.error !== null && rotate.error.field !== 'password';

  return (
    <Dialog
      open
      title={t('devices:secret.title', { name })}
      width={480}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button type="primary" danger loading={rotate.isPending} onClick={() => form.submit()}>
            {t('devices:secret.confirm')}
          </Button>
        </>
      }
    >
      <Form<Values>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ grace: 0 }}
        onFinish={submit}
      >
        <Form.Item name="grace" label={t('devices:secret.old')}>
          <Radio.Group
            vertical
            options={GRACES.map((hours) => ({
              value: hours,
              label:
                hours === 0
                  ? t('devices:secret.at-once')
                  : hours < 48
                    ? t('devices:secret.hours', { count: hours })
                    : t('devices:secret.days', { count: hours / 24 }),
            }))}
          />
        </Form.Item>
        <p role="status">
          {grace === 0 ? (
            t('devices:secret.body')
          ) : (
            <>
              {t('devices:secret.body-later')} <Moment at={now + grace * HOUR_MS} />
            </>
          )}
        </p>
        <Form.Item
          name="password"
          label={t('devices:secret.password')}
          rules={[{ required: true, message: t('devices:form.required') }]}
        >
          <Input.Password autoFocus autoComplete="current-password" dir="ltr" />
        </Form.Item>
        {isElsewhere && (
          <Alert type="error" showIcon role="alert" title={errorText(rotate.error)} />
        )}
      </Form>
    </Dialog>
  );
}
