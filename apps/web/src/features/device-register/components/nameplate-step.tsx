/** Step 1: data printed on the device. */
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSubmit } from '../../../components/forms/use-submit.ts';
import {
  NameplateFields,
  type NameplateValues,
  useDeviceForm,
} from '../../../device-kit/components/device-fields.tsx';

interface NameplateStepProps {
  readonly nameplate: Partial<NameplateValues>;
  readonly onNext: (nameplate: NameplateValues) => void;
}

export function NameplateStep({ nameplate, onNext }: NameplateStepProps) {
  const { t } = useTranslation('device-register');
  const { deviceCode = '', deviceType, protocol = 'busbar' } = nameplate;
  const form = useDeviceForm<NameplateValues>({ deviceCode, deviceType, protocol }, true);
  const { ref, submit } = useSubmit({ form, onSave: async () => form.values }, onNext);
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
      <NameplateFields form={form} isNew hasFocus />
      <Button type="primary" htmlType="submit">
        {t('device-register:next')}
      </Button>
    </form>
  );
}
