/**
 * Requires the password after many operations or writes in a short time, then repeats the request.
 */
import { Alert, Button, Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { useErrorText } from '../../i18n/error-text.ts';
import type { ApiError } from '../../lib/calls/api-error.ts';
import type { Order } from '../api/order.ts';

export interface StepUpDialogProps {
  readonly stepUp: {
    /** Undefined if parameters are being written. */
    readonly order?: Pick<Order, 'order'>;
    /** Reason why the last password was refused. */
    readonly error: ApiError | undefined;
  };
  readonly deviceName: string;
  readonly isSending: boolean;
  readonly onPassword: (password: string) => void;
  readonly onCancel: () => void;
}

export function StepUpDialog(props: StepUpDialogProps) {
  const { t } = useTranslation('control');
  const errorText = useErrorText();
  const { order, error } = props.stepUp;
  return (
    <Dialog
      open
      title={t('control:step-up.title')}
      onCancel={props.onCancel}
      footer={null}
      width={420}
    >
      <p>
        {order === undefined
          ? t('control:step-up.body-write', { name: props.deviceName })
          : t('control:step-up.body', {
              order: t(`control:order.${order.order}`),
              name: props.deviceName,
            })}
      </p>
      <Form<{ password: string }>
        layout="vertical"
        requiredMark={false}
        style={{ marginBlockStart: 16 }}
        onFinish={({ password }) => props.onPassword(password)}
      >
        <Form.Item
          name="password"
          label={t('control:step-up.password')}
          rules={[{ required: true, message: t('control:step-up.password-required') }]}
        >
          <Input.Password autoComplete="current-password" dir="ltr" />
        </Form.Item>
        {error !== undefined && (
          <Alert type="error" showIcon title={errorText(error)} role="alert" />
        )}
        <div className="step-up-buttons line to-end">
          <Button onClick={props.onCancel}>{t('common:cancel')}</Button>
          <Button type="primary" htmlType="submit" loading={props.isSending}>
            {t('control:step-up.confirm')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
