/**
 * Receive URL, https flag and on/off switch; the server validates a change, and errors are
 * displayed at their field.
 */
import { useTranslation } from 'react-i18next';
import { FormSwitch } from '../../../components/forms/form-checkbox.tsx';
import { FormPanel } from '../../../components/forms/form-panel.tsx';
import { useFormState } from '../../../components/forms/form-state.ts';
import { FormText } from '../../../components/forms/form-text.tsx';
import { type ForwardingStatus, useForwardingChange } from '../api/use-forwarding.ts';
import { targetProblem } from '../target-problem.ts';

interface TargetFormProps {
  status: ForwardingStatus;
  onSecret: (secret: string | null) => void;
}

const LONGEST_URL = 500;
/** Not translated: the same in every language. */
const URL_START = 'https://';

export function TargetForm({ status, onSecret }: TargetFormProps) {
  const { t } = useTranslation(['forwarding', 'errors']);
  const change = useForwardingChange();
  // Field names are those of the API, so that a refusal is shown at its field.
  const form = useFormState(
    {
      device_data_receive_url: status.device_data_receive_url,
      use_https_flag: status.use_https_flag,
      enabled: status.enabled,
    },
    {
      isEager: true,
      problems: ({ device_data_receive_url: url, use_https_flag: useHttps, enabled }) => {
        const problem = targetProblem({ url, useHttps, enabled });
        return problem && { device_data_receive_url: t(`errors:reason.${problem}`) };
      },
    },
  );
  const url = form.values.device_data_receive_url.trim();
  return (
    <FormPanel
      form={form}
      label={t('forwarding:tab.target')}
      saveLabel={t('forwarding:save')}
      done={t('forwarding:saved')}
      onSave={() => change({ ...form.values, device_data_receive_url: url })}
      onSaved={({ secret }) => onSecret(secret)}
    >
      <FormText
        label={t('forwarding:url')}
        help={t('forwarding:url-about')}
        dir="ltr"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        maxLength={LONGEST_URL}
        placeholder={URL_START}
        {...form.field('device_data_receive_url')}
      />
      <FormSwitch
        label={t('forwarding:https')}
        help={t('forwarding:https-about')}
        {...form.field('use_https_flag')}
      />
      <FormSwitch
        label={t('forwarding:enabled')}
        help={t('forwarding:enabled-about')}
        {...form.field('enabled')}
      />
    </FormPanel>
  );
}
