/** Step 2: name, group and location; then the device is registered. */
import { kindOfType } from '@busbar/domain/device/device-type';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSubmit } from '../../../components/forms/use-submit.ts';
import { ErrorAlert } from '../../../components/states/error-alert.tsx';
import { Facts } from '../../../components/values/facts.tsx';
import { useDeviceChanges } from '../../../device-kit/api/use-device-changes.ts';
import {
  type NameplateValues,
  PlaceFields,
  type PlaceValues,
  protocolOf,
  useDeviceForm,
} from '../../../device-kit/components/device-fields.tsx';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import type { Registered } from '../registration-steps.ts';

interface DetailsStepProps {
  readonly nameplate: NameplateValues;
  readonly onBack: () => void;
  readonly onRegistered: (device: Registered) => void;
}

export function DetailsStep({ nameplate, onBack, onRegistered }: DetailsStepProps) {
  const { t } = useTranslation(['device-register', 'devices']);
  const { add, refetch } = useDeviceChanges();
  const { group_id: groupId } = useRequiredSession().user;
  const { deviceCode: code, deviceType } = nameplate;
  const protocol = protocolOf(nameplate);
  const form = useDeviceForm<PlaceValues>({ deviceName: '', groupId, rate: undefined }, true);
  const { values } = form;
  const { ref, submit, loading, error } = useSubmit(
    {
      form,
      onSave: () =>
        add.mutateAsync({
          body: {
            ...values,
            ...{ id: '', deviceSymbolCode: code, deviceType, protocol, manufactureName: '' },
          },
        }),
    },
    ({ data }) => {
      void refetch();
      const { device_secret: secret, connection: broker } = data;
      const isDtu = kindOfType(deviceType) === 'dtu';
      onRegistered({
        code,
        name: values.deviceName,
        group: values.groupId,
        isDtu,
        protocol,
        ...(secret === undefined ? {} : { secret: { secret, broker } }),
      });
    },
  );

  return (
    <form
      ref={ref}
      className="stack gap-16 unmarked"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Facts
        rows={[
          [
            t('devices:form.code'),
            <bdi key="code" className="code ltr">
              {code}
            </bdi>,
          ],
          [t('devices:form.type'), deviceType],
        ]}
      />
      <PlaceFields form={form} isNew hasFocus />
      <ErrorAlert error={error} />
      <div className="register__acts row gap-wide">
        <Button type="primary" htmlType="submit" loading={loading}>
          {t('device-register:register')}
        </Button>
        <Button onClick={onBack}>{t('device-register:back')}</Button>
      </div>
    </form>
  );
}
