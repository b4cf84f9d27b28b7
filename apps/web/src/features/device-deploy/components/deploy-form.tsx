/**
 * Name, group, rate, location and ratings of a breaker; of two concurrent changes the second is
 * refused with a message.
 */

import { snakeCaseKeys } from '@busbar/domain/key-case';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { FormNumber } from '../../../components/forms/form-number.tsx';
import { useSubmit } from '../../../components/forms/use-submit.ts';
import { ErrorAlert } from '../../../components/states/error-alert.tsx';
import {
  PlaceFields,
  type PlaceValues,
  useDeviceForm,
} from '../../../device-kit/components/device-fields.tsx';
import type { Answer } from '../../../lib/calls/call-types.ts';
import { refetchCalls, useCallMutation } from '../../../lib/calls/use-call.ts';

type Values = PlaceValues & { ratedVol: number | null; ratedCur: number | null };

export function DeployForm({ device }: { device: Answer<'v2.device-information'>['data'] }) {
  const { t } = useTranslation(['device-deploy', 'devices']);
  const client = useQueryClient();
  const save = useCallMutation('v2.device.update');
  const refetch = () => refetchCalls(client, 'v2.device-information', 'v2.devices');
  const { device_code, revision, rated_vol, rated_cur } = device;
  const form = useDeviceForm<Values>(
    {
      deviceName: device.device_name,
      groupId: device.group_id,
      rate: device.rate,
      address: device.address,
      ratedVol: rated_vol,
      ratedCur: rated_cur,
    },
    false,
  );
  const { ratedVol, ratedCur, ...values } = form.values;
  const body = {
    device_code,
    revision,
    ...snakeCaseKeys(values),
    // Sends only edited ratings, so that values reported by the device are not overwritten.
    ...(ratedVol === null || ratedVol === rated_vol ? {} : { rated_vol: ratedVol }),
    ...(ratedCur === null || ratedCur === rated_cur ? {} : { rated_cur: ratedCur }),
  };
  const { ref, submit, loading, error } = useSubmit(
    { form, onSave: () => save.mutateAsync({ body }) },
    () => void refetch(),
  );

  return (
    <section className="deploy__box panel stack">
      <h3>{t('device-deploy:form.title')}</h3>
      <form
        ref={ref}
        className="stack gap-16 unmarked"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <PlaceFields form={form} />
        <div className="columns columns-fit columns-narrow align-start gap-16">
          <FormNumber
            label={t('device-deploy:value.voltage')}
            controls
            min={0}
            max={1000}
            unit="V"
            dir="ltr"
            {...form.field('ratedVol')}
          />
          <FormNumber
            label={t('device-deploy:value.current')}
            controls
            min={0}
            max={10_000}
            unit="A"
            dir="ltr"
            {...form.field('ratedCur')}
          />
        </div>
        <p className="muted">{t('device-deploy:form.ratings-hint')}</p>
        <ErrorAlert
          error={error}
          remedy={{
            label: t('device-deploy:read-again'),
            reason: 'device-changed',
            onClick: () => void refetch(),
          }}
        />
        <Button htmlType="submit" loading={loading}>
          {t('devices:form.save')}
        </Button>
      </form>
    </section>
  );
}
