/** Step 2: name, group and location; then the device is registered. */
import { Alert, Button, Form } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Facts } from '../../../components/values/facts.tsx';
import { useDeviceChanges } from '../../../device-kit/api/use-device-changes.ts';
import { DevicePlaceFields } from '../../../device-kit/components/device-place-fields.tsx';
import { useErrorText } from '../../../i18n/error-text.ts';
import { isApiError } from '../../../lib/calls/api-error.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import type { Nameplate, Registered } from '../registration-steps.ts';

interface DetailsStepProps {
  readonly nameplate: Nameplate;
  readonly onBack: () => void;
  readonly onRegistered: (device: Registered) => void;
}

/** API field names, so that a refused field is found in the form. */
interface Details {
  deviceName: string;
  rate: number;
  groupId: number;
  address?: string;
}

export function DetailsStep({ nameplate, onBack, onRegistered }: DetailsStepProps) {
  const { t } = useTranslation(['device-register', 'devices']);
  const errorText = useErrorText();
  const [form] = Form.useForm<Details>();
  const [failure, setFailure] = useState<string>();
  const { add, refetch } = useDeviceChanges();
  const { group_id: ownGroup } = useRequiredSession().user;
  const { code, type } = nameplate;

  const submit = async (values: Details) => {
    setFailure(undefined);
    try {
      const { data } = await add.mutateAsync({
        body: { ...values, id: '', deviceSymbolCode: code, deviceType: type, manufactureName: '' },
      });
      void refetch();
      const { device_secret: secret, connection: broker } = data;
      const { deviceName: name, groupId: group } = values;
      onRegistered({
        code,
        name,
        group,
        ...(secret === undefined ? {} : { secret: { secret, broker } }),
      });
    } catch (error) {
      const message = errorText(error);
      const field = isApiError(error) ? error.field : undefined;
      if (field !== undefined && field in values) {
        form.setFields([{ name: field as keyof Details, errors: [message] }]);
      } else setFailure(message);
    }
  };

  return (
    <Form<Details>
      form={form}
      layout="vertical"
      requiredMark={false}
      initialValues={{ groupId: ownGroup }}
      onFinish={(values) => void submit(values)}
    >
      <Facts
        rows={[
          [
            t('devices:form.code'),
            <bdi key="code" className="code ltr">
              {code}
            </bdi>,
          ],
          [t('devices:form.type'), type],
        ]}
      />
      <DevicePlaceFields hasFocus isNew />
      {failure !== undefined && <Alert type="error" showIcon title={failure} role="alert" />}
      <div className="register__acts row gap-wide">
        <Button type="primary" htmlType="submit" loading={add.isPending}>
          {t('device-register:register')}
        </Button>
        <Button onClick={onBack}>{t('device-register:back')}</Button>
      </div>
    </Form>
  );
}
