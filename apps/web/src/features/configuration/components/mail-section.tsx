/** Mail server and sender. The password is write-only; a test mail reports its actual result. */
import { mailRefusal } from '@busbar/domain/configuration/sections';
import { Alert, Button, Switch } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDeliveryText } from '../../../i18n/delivery-text.ts';
import { useErrorText } from '../../../i18n/error-text.ts';
import { useConfigurationChanges } from '../api/use-configuration.ts';
import { type SectionProps, useSection } from '../use-section.ts';
import { BoundedNumber } from './bounded-number.tsx';
import { SectionFrame } from './section-frame.tsx';
import { TextField } from './text-field.tsx';

export function MailSection(props: SectionProps<'mail'>) {
  const { t } = useTranslation(['configuration', 'errors']);
  const id = useId();
  const [password, setPassword] = useState('');
  const beside = { isTouched: password !== '', clear: () => setPassword('') };
  const { value, edit, save, state } = useSection('mail', props, beside);
  const problem = mailRefusal(value);
  const wrongAt = (field: string) =>
    state.isDirty && problem?.field === field ? t(`errors:reason.${problem.refusal}`) : undefined;
  return (
    <>
      <SectionFrame
        state={state}
        isWrong={problem !== undefined}
        onSave={() => void save(password === '' ? {} : { password })}
      >
        <TextField
          label={t('configuration:mail.host')}
          value={value.host}
          isLtr
          wrong={wrongAt('host')}
          onChange={(host) => edit({ host: host.trim() })}
        />
        <BoundedNumber
          label={t('configuration:mail.port')}
          value={value.port}
          bounds={{ least: 1, most: 65_535 }}
          isNumeral
          onChange={(port) => edit({ port })}
        />
        <label className="configuration__switch line gap-12" htmlFor={`${id}-tls`}>
          <Switch id={`${id}-tls`} checked={value.tls} onChange={(tls) => edit({ tls })} />
          {t('configuration:mail.tls')}
        </label>
        <TextField
          label={t('configuration:mail.user')}
          value={value.user}
          isLtr
          onChange={(user) => edit({ user })}
        />
        <TextField
          label={t('configuration:mail.password')}
          type="password"
          value={password}
          isLtr
          {...(props.found.password_set ? { hint: t('configuration:mail.password-set') } : {})}
          onChange={setPassword}
        />
        <TextField
          label={t('configuration:mail.from')}
          value={value.from}
          isLtr
          wrong={wrongAt('from')}
          onChange={(from) => edit({ from })}
        />
      </SectionFrame>
      <MailTest isDirty={state.isDirty} />
    </>
  );
}

function MailTest({ isDirty }: { isDirty: boolean }) {
  const { t } = useTranslation('configuration');
  const { test } = useConfigurationChanges();
  const errorText = useErrorText();
  const deliveryText = useDeliveryText();
  const [to, setTo] = useState('');
  const result = test.data?.data;
  const sentTo = test.variables?.body.to ?? '';
  return (
    <form
      className="configuration__section stack panel touch"
      aria-label={t('configuration:mail.test')}
      onSubmit={(event) => {
        event.preventDefault();
        if (to.trim() !== '') test.mutate({ body: { to: to.trim() } });
      }}
    >
      <h2>{t('configuration:mail.test')}</h2>
      <TextField
        label={t('configuration:mail.to')}
        type="email"
        value={to}
        isLtr
        {...(isDirty ? { hint: t('configuration:mail.test-first') } : {})}
        onChange={setTo}
      />
      <div className="row">
        <Button htmlType="submit" loading={test.isPending} disabled={to.trim() === '' || isDirty}>
          {t('configuration:mail.test')}
        </Button>
      </div>
      {test.error !== null && (
        <Alert type="error" showIcon role="alert" title={errorText(test.error)} />
      )}
      {result !== undefined && (
        <Alert
          type={result.ok ? 'success' : 'error'}
          showIcon
          role="status"
          title={
            result.error === null
              ? t('configuration:mail.taken', { to: sentTo })
              : deliveryText(result.error)
          }
        />
      )}
    </form>
  );
}
