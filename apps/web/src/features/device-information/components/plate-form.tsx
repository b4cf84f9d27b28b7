/**
 * Installation date and description of the location; of two concurrent changes the second is
 * refused with a message.
 */
import { FIRST_INSTALLATION_DAY } from '@busbar/domain/device/nameplate';
import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../../components/fields/date-field.tsx';
import { ErrorAlert } from '../../../components/states/error-alert.tsx';
import { useErrorText } from '../../../i18n/error-text.ts';
import type { ApiError } from '../../../lib/calls/api-error.ts';
import { useCallMutation } from '../../../lib/calls/use-call.ts';
import { formatMoment } from '../../../lib/formats/time-format.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import { type Information, useRefetchInformation } from '../api/use-information.ts';

interface Values {
  installed_on: string;
  address: string;
}

export function PlateForm({ device }: { device: Information }) {
  const { t } = useTranslation(['device-information', 'devices']);
  const errorText = useErrorText();
  const [form] = Form.useForm<Values>();
  const [failure, setFailure] = useState<ApiError>();
  const save = useCallMutation('v2.device.update');
  const refetch = useRefetchInformation();
  const { zone } = useRequiredSession().user;
  const today = formatMoment(Date.now(), zone).slice(0, 10);

  const submit = ({ installed_on, address }: Values) => {
    setFailure(undefined);
    const { device_code, revision } = device;
    save.mutate(
      { body: { device_code, revision, address, installed_on: installed_on || null } },
      {
        onSuccess: () => void refetch(),
        onError: (error) => {
          if (error.field === 'installed_on') {
            form.setFields([{ name: 'installed_on', errors: [errorText(error)] }]);
          } else setFailure(error);
        },
      },
    );
  };

  return (
    <Form<Values>
      form={form}
      layout="vertical"
      requiredMark={false}
      className="information__form stack gap-8 to-start"
      initialValues={{ installed_on: device.installed_on ?? '', address: device.address }}
      onFinish={submit}
    >
      <Form.Item name="installed_on" label={t('device-information:plate.installed')}>
        <DateField min={FIRST_INSTALLATION_DAY} max={today} isClearable />
      </Form.Item>
      <Form.Item name="address" label={t('devices:form.address')}>
        <Input maxLength={300} dir="auto" placeholder={t('devices:form.address-example')} />
      </Form.Item>
      <ErrorAlert
        error={failure}
        remedy={{
          label: t('device-information:plate.read-again'),
          reason: 'device-changed',
          onClick: () => void refetch(),
        }}
      />
      <Button htmlType="submit" loading={save.isPending}>
        {t('devices:form.save')}
      </Button>
    </Form>
  );
}
