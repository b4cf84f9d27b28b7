/**
 * Name, group, rate, location and ratings of a breaker; of two concurrent changes the second is
 * refused with a message.
 */

import { camelCase, snakeCaseKeys } from '@busbar/domain/key-case';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Form } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NumberField } from '../../../components/fields/number-field.tsx';
import { ErrorAlert } from '../../../components/states/error-alert.tsx';
import { DevicePlaceFields } from '../../../device-kit/components/device-place-fields.tsx';
import { useErrorText } from '../../../i18n/error-text.ts';
import type { ApiError } from '../../../lib/calls/api-error.ts';
import type { Answer } from '../../../lib/calls/call-types.ts';
import { refetchCalls, useCallMutation } from '../../../lib/calls/use-call.ts';

/** API field names in camelCase, so that a refused field is found in the form. */
interface Values {
  deviceName: string;
  groupId: number;
  rate: number;
  address: string;
  ratedVol: number | null;
  ratedCur: number | null;
}

export function DeployForm({ device }: { device: Answer<'v2.device-information'>['data'] }) {
  const { t } = useTranslation(['device-deploy', 'devices']);
  const errorText = useErrorText();
  const client = useQueryClient();
  const [form] = Form.useForm<Values>();
  const [failure, setFailure] = useState<ApiError>();
  const save = useCallMutation('v2.device.update');
  const refetch = () => refetchCalls(client, 'v2.device-information', 'v2.devices');

  const submit = ({ ratedVol, ratedCur, ...values }: Values) => {
    setFailure(undefined);
    const { device_code, revision } = device;
    const body = {
      device_code,
      revision,
      ...snakeCaseKeys(values),
      // Sends only edited ratings, so that values reported by the device are not overwritten.
      ...(ratedVol === null || ratedVol === device.rated_vol ? {} : { rated_vol: ratedVol }),
      ...(ratedCur === null || ratedCur === device.rated_cur ? {} : { rated_cur: ratedCur }),
    };
    save.mutate(
      { body },
      {
        onSuccess: () => void refetch(),
        onError: (error) => {
          const name = camelCase(error.field ?? '') as keyof Values;
          if (name in form.getFieldsValue()) form.setFields([{ name, errors: [errorText(error)] }]);
          else setFailure(error);
        },
      },
    );
  };

  return (
    <section className="deploy__box panel stack">
      <h3>{t('device-deploy:form.title')}</h3>
      <Form<Values>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{
          deviceName: device.device_name,
          groupId: device.group_id,
          rate: device.rate,
          address: device.address,
          ratedVol: device.rated_vol,
          ratedCur: device.rated_cur,
        }}
        onFinish={submit}
      >
        <DevicePlaceFields />
        <div className="deploy__pair columns columns-fit columns-narrow align-start gap-16">
          <Form.Item name="ratedVol" label={t('device-deploy:value.voltage')}>
            <NumberField
              label={t('device-deploy:value.voltage')}
              min={0}
              max={1000}
              unit="V"
              dir="ltr"
            />
          </Form.Item>
          <Form.Item name="ratedCur" label={t('device-deploy:value.current')}>
            <NumberField
              label={t('device-deploy:value.current')}
              min={0}
              max={10_000}
              unit="A"
              dir="ltr"
            />
          </Form.Item>
        </div>
        <p className="muted">{t('device-deploy:form.ratings-hint')}</p>
        <ErrorAlert
          error={failure}
          remedy={{
            label: t('device-deploy:read-again'),
            reason: 'device-changed',
            onClick: () => void refetch(),
          }}
        />
        <Button htmlType="submit" loading={save.isPending}>
          {t('devices:form.save')}
        </Button>
      </Form>
    </section>
  );
}
