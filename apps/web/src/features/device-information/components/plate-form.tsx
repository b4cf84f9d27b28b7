/**
 * Installation date and description of the location; of two concurrent changes the second is
 * refused with a message.
 */
import { FIRST_INSTALLATION_DAY } from '@busbar/domain/device/nameplate';
import { formatMoment } from '@busbar/domain/formats/time-format';
import { useTranslation } from 'react-i18next';
import { FormDay } from '../../../components/forms/form-moment.tsx';
import { FormPanel } from '../../../components/forms/form-panel.tsx';
import { useFormState } from '../../../components/forms/form-state.ts';
import { FormText } from '../../../components/forms/form-text.tsx';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import {
  type Information,
  useInformationChanges,
  useRefetchInformation,
} from '../api/use-information.ts';

export function PlateForm({ device }: { device: Information }) {
  const { t } = useTranslation(['device-information', 'devices']);
  const send = useInformationChanges();
  const refetch = useRefetchInformation();
  const { zone } = useRequiredSession().user;
  const today = formatMoment(Date.now(), zone).slice(0, 10);
  const form = useFormState(() => ({
    installed_on: device.installed_on ?? '',
    address: device.address,
  }));
  const save = () => {
    const { installed_on, address } = form.values;
    const { device_code, revision } = device;
    const body = { device_code, revision, address, installed_on: installed_on || null };
    return send('v2.device.update', { body });
  };
  return (
    <FormPanel
      form={form}
      className="stack gap-16 information__form"
      label={t('device-information:plate.place')}
      saveLabel={t('devices:form.save')}
      remedy={{
        label: t('device-information:plate.read-again'),
        reason: 'device-changed',
        onClick: () => void refetch(),
      }}
      onSave={save}
    >
      <FormDay
        label={t('device-information:plate.installed')}
        min={FIRST_INSTALLATION_DAY}
        max={today}
        isClearable
        {...form.field('installed_on')}
      />
      <FormText
        label={t('devices:form.address')}
        maxLength={300}
        placeholder={t('devices:form.address-example')}
        {...form.field('address')}
      />
    </FormPanel>
  );
}
