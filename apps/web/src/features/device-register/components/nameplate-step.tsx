/** Step 1: data printed on the device. */
import { isDeviceCode } from '@busbar/domain/device/device-code';
import { Button, Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useChoices } from '../../../device-kit/use-choices.ts';
import type { Nameplate } from '../registration-steps.ts';

interface NameplateStepProps {
  readonly nameplate: Nameplate;
  readonly onNext: (nameplate: Nameplate) => void;
}

export function NameplateStep({ nameplate, onNext }: NameplateStepProps) {
  const { t } = useTranslation(['device-register', 'devices']);
  const choices = useChoices();
  const required = { required: true, message: t('devices:form.required') };
  return (
    <Form<Nameplate>
      layout="vertical"
      requiredMark={false}
      initialValues={{ code: nameplate.code, ...(nameplate.type && { type: nameplate.type }) }}
      onFinish={onNext}
    >
      <Form.Item
        name="code"
        label={t('devices:form.code')}
        extra={t('devices:form.code-help')}
        rules={[
          required,
          {
            validator: async (_, code: string | undefined) => {
              if (code === undefined || code === '' || isDeviceCode(code)) return;
              throw new Error(t('errors:reason.device-code-invalid'));
            },
          },
        ]}
      >
        <Input
          autoFocus
          maxLength={30}
          count={{ show: true, max: 30 }}
          dir="ltr"
          className="code"
          autoComplete="off"
          spellCheck={false}
        />
      </Form.Item>
      <Form.Item name="type" label={t('devices:form.type')} rules={[required]}>
        <Select options={choices.types} loading={choices.isLoading} />
      </Form.Item>
      <Button type="primary" htmlType="submit">
        {t('device-register:next')}
      </Button>
    </Form>
  );
}
