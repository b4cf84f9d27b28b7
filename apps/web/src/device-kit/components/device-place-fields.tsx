/** Name, group and location of a device; the same fields for registration and editing. */
import { Alert, Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../i18n/error-text.ts';
import { useChoices } from '../use-choices.ts';
import { PlaceFields } from './place-fields.tsx';

export function DevicePlaceFields({
  hasFocus = false,
  isNew = false,
}: {
  hasFocus?: boolean;
  isNew?: boolean;
}) {
  const { t } = useTranslation('devices');
  const errorText = useErrorText();
  const choices = useChoices();
  const required = { required: true, message: t('devices:form.required') };
  return (
    <>
      <Form.Item
        name="deviceName"
        label={t('devices:form.name')}
        rules={[{ ...required, whitespace: true }]}
      >
        <Input autoFocus={hasFocus} maxLength={100} dir="auto" />
      </Form.Item>
      <PlaceFields isNew={isNew} />
      <Form.Item name="address" label={t('devices:form.address')}>
        <Input maxLength={300} dir="auto" placeholder={t('devices:form.address-example')} />
      </Form.Item>
      {choices.error !== null && (
        <Alert type="error" showIcon title={errorText(choices.error)} role="alert" />
      )}
    </>
  );
}
