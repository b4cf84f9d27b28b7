/**
 * Receive URL, https flag and on/off switch; the server validates a change, and errors are
 * displayed at their field.
 */
import { Alert, App, Button, Input, Switch } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../../i18n/error-text.ts';
import { useUnsavedGuard } from '../../../lib/use-unsaved-guard.ts';
import { type ForwardingStatus, useForwardingChanges } from '../api/use-forwarding.ts';
import { type Target, targetProblem } from '../target-problem.ts';

interface TargetFormProps {
  status: ForwardingStatus;
  onSecret: (secret: string | null) => void;
}

const LONGEST_URL = 500;
/** The same in every language. */
const URL_START = 'https://';
const URL_FIELD = 'device_data_receive_url';

export function TargetForm({ status, onSecret }: TargetFormProps) {
  const { t } = useTranslation(['forwarding', 'errors']);
  const { message } = App.useApp();
  const errorText = useErrorText();
  const { change, keep } = useForwardingChanges();
  const stored: Target = {
    url: status.device_data_receive_url,
    useHttps: status.use_https_flag,
    enabled: status.enabled,
  };
  const [edited, setEdited] = useState<Partial<Target>>({});
  const target = { ...stored, ...edited };
  const isDirty =
    target.url !== stored.url ||
    target.useHttps !== stored.useHttps ||
    target.enabled !== stored.enabled;
  useUnsavedGuard(isDirty);
  const id = useId();
  const edit = (part: Partial<Target>) => {
    change.reset();
    setEdited({ ...edited, ...part });
  };
  const save = () =>
    change.mutate(
      {
        body: {
          device_data_receive_url: target.url.trim(),
          use_https_flag: target.useHttps,
          enabled: target.enabled,
        },
      },
      {
        onSuccess: (answer) => {
          keep(answer);
          setEdited({});
          onSecret(answer.data.secret);
          message.success(t('forwarding:saved'));
        },
      },
    );
  const problem = isDirty ? targetProblem(target) : undefined;
  const refusedUrl = change.error?.field === URL_FIELD ? errorText(change.error) : undefined;
  const urlSaid = problem === undefined ? refusedUrl : t(`errors:reason.${problem}`);
  return (
    <form
      className="alarm-form stack"
      aria-label={t('forwarding:tab.target')}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <label className="stack gap-4" htmlFor={`${id}-url`}>
        {t('forwarding:url')}
        <Input
          id={`${id}-url`}
          dir="ltr"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          maxLength={LONGEST_URL}
          placeholder={URL_START}
          value={target.url}
          status={urlSaid === undefined ? '' : 'error'}
          aria-invalid={urlSaid !== undefined}
          aria-describedby={`${id}-url-said`}
          onChange={({ target: { value } }) => edit({ url: value })}
        />
        <span
          id={`${id}-url-said`}
          className="hint"
          data-wrong={urlSaid !== undefined}
          aria-live="polite"
        >
          {urlSaid ?? t('forwarding:url-about')}
        </span>
      </label>
      <FlagSwitch
        label={t('forwarding:https')}
        about={t('forwarding:https-about')}
        isOn={target.useHttps}
        onChange={(useHttps) => edit({ useHttps })}
      />
      <FlagSwitch
        label={t('forwarding:enabled')}
        about={t('forwarding:enabled-about')}
        isOn={target.enabled}
        onChange={(enabled) => edit({ enabled })}
      />
      {change.error !== null && refusedUrl === undefined && (
        <Alert type="error" showIcon role="alert" title={errorText(change.error)} />
      )}
      <div>
        <Button
          type="primary"
          htmlType="submit"
          loading={change.isPending}
          disabled={!isDirty || problem !== undefined}
        >
          {t('forwarding:save')}
        </Button>
      </div>
    </form>
  );
}

interface FlagSwitchProps {
  label: string;
  about: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

function FlagSwitch({ label, about, isOn, onChange }: FlagSwitchProps) {
  const id = useId();
  return (
    <div className="forwarding__flag stack gap-2">
      <label className="line gap-12" htmlFor={id}>
        <Switch id={id} checked={isOn} aria-describedby={`${id}-about`} onChange={onChange} />
        {label}
      </label>
      <span id={`${id}-about`} className="hint">
        {about}
      </span>
    </div>
  );
}
