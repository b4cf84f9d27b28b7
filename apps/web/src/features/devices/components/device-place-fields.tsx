/** What a device is called and where it belongs: the same fields wherever one is registered or changed. */
import { Alert, Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../../i18n/error-text.ts';
import { useChoices } from '../use-choices.ts';

export function DevicePlaceFields({ hasFocus = false }: { hasFocus?: boolean }) {
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
      <Form.Item name="groupId" label={t('devices:form.group')} rules={[required]}>
        <Select options={choices.groups} loading={choices.isLoading} />
      </Form.Item>
      <Form.Item name="rate" label={t('devices:form.rate')} rules={[required]}>
        <Select options={choices.rates} loading={choices.isLoading} />
      </Form.Item>
      <Form.Item name="address" label={t('devices:form.address')}>
        <Input maxLength={300} dir="auto" placeholder={t('devices:form.address-example')} />
      </Form.Item>
      {choices.error !== null && (
        <Alert type="error" showIcon title={errorText(choices.error)} role="alert" />
      )}
    </>
  );
}
