/** Defaults for new devices in the group, and the group each one is inherited from. */
import { intervalRefusal } from '@busbar/domain/device/device-type';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { App, Button, Select, Skeleton } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NumberField } from '../../../components/fields/number-field.tsx';
import { ErrorAlert } from '../../../components/states/error-alert.tsx';
import { ErrorState } from '../../../components/states/error-state.tsx';
import { PATHS } from '../../../config/paths.ts';
import { useUnsavedGuard } from '../../../lib/use-unsaved-guard.ts';
import {
  type GroupDefaults,
  useDefaultChoices,
  useDefaults,
  useDefaultsChange,
} from '../api/use-defaults.ts';

type Own = GroupDefaults['own'];

export function DefaultsPanel({ group }: { group: number }) {
  const defaults = useDefaults(group);
  if (defaults.data === undefined) {
    return defaults.error === null ? (
      <Skeleton active title={false} paragraph={{ rows: 4 }} />
    ) : (
      <ErrorState error={defaults.error} onRetry={() => void defaults.refetch()} />
    );
  }
  return <DefaultsForm key={defaults.data.version} group={group} defaults={defaults.data} />;
}

function DefaultsForm({ group, defaults }: { group: number; defaults: GroupDefaults }) {
  const { t } = useTranslation(['groups', 'errors', 'devices']);
  const { message } = App.useApp();
  const id = useId();
  const client = useQueryClient();
  const [own, setOwn] = useState<Own>(defaults.own);
  const change = useDefaultsChange();
  const choices = useDefaultChoices();
  const { own: was } = defaults;
  const isDirty =
    own.rate_id !== was.rate_id ||
    own.expected_interval_s !== was.expected_interval_s ||
    own.template_id !== was.template_id;
  useUnsavedGuard(isDirty && !change.isSuccess);
  const wrong =
    own.expected_interval_s === null ? undefined : intervalRefusal(own.expected_interval_s);
  const edit = (part: Partial<Own>) => {
    change.reset();
    setOwn({ ...own, ...part });
  };
  const save = () =>
    change.mutate(
      { params: { id: String(group) }, body: { ...own, version: defaults.version } },
      {
        onSuccess: () => {
          void message.success(t('groups:defaults.saved'));
          void client.invalidateQueries({ queryKey: ['v2.groups.defaults'] });
        },
      },
    );
  /** Without an inherited value, as in the topmost group, the hint is "not set". */
  const hint = (counts: object | null) =>
    counts === null ? t('groups:defaults.not-set') : t('groups:defaults.inherit');
  return (
    <form
      className="group-defaults stack gap-16"
      aria-label={t('groups:tab.defaults')}
      onSubmit={(event) => {
        event.preventDefault();
        if (isDirty && wrong === undefined && !change.isPending) save();
      }}
    >
      <p className="muted prose">{t('groups:defaults.about')}</p>
      <Field
        id={`${id}-rate`}
        label={t('devices:form.rate')}
        counts={defaults.rate && { what: defaults.rate.name, from: defaults.rate.from }}
        none={t('groups:defaults.none-rate')}
        group={group}
      >
        <Select
          id={`${id}-rate`}
          aria-label={t('devices:form.rate')}
          aria-describedby={`${id}-rate-said`}
          allowClear
          placeholder={hint(defaults.rate)}
          value={own.rate_id}
          options={choices.rates}
          loading={choices.isLoading}
          onChange={(rate: number | null | undefined) => edit({ rate_id: rate ?? null })}
        />
      </Field>
      <Field
        id={`${id}-interval`}
        label={t('groups:defaults.interval')}
        counts={
          defaults.interval && {
            what: t('groups:defaults.seconds', { number: defaults.interval.seconds }),
            from: defaults.interval.from,
          }
        }
        none={t('groups:defaults.none-interval')}
        group={group}
        problem={wrong === undefined ? undefined : t(`errors:reason.${wrong}`)}
      >
        <NumberField
          id={`${id}-interval`}
          label={t('groups:defaults.interval')}
          aria-describedby={`${id}-interval-said`}
          placeholder={hint(defaults.interval)}
          inputMode="numeric"
          aria-invalid={wrong !== undefined}
          value={own.expected_interval_s}
          status={wrong === undefined ? '' : 'error'}
          style={{ inlineSize: '100%' }}
          onChange={(seconds) => edit({ expected_interval_s: seconds })}
        />
      </Field>
      <Field
        id={`${id}-template`}
        label={t('groups:defaults.template')}
        counts={defaults.template && { what: defaults.template.name, from: defaults.template.from }}
        none={t('groups:defaults.none-template')}
        group={group}
      >
        <Select
          id={`${id}-template`}
          aria-label={t('groups:defaults.template')}
          aria-describedby={`${id}-template-said`}
          allowClear
          placeholder={hint(defaults.template)}
          value={own.template_id}
          options={choices.templates}
          loading={choices.isLoading}
          onChange={(template: string | null | undefined) =>
            edit({ template_id: template ?? null })
          }
        />
      </Field>
      <p className="muted prose">
        {t('groups:defaults.alarms')}{' '}
        <Link className="underlined" to={PATHS.alarmRules}>
          {t('groups:defaults.alarms-link')}
        </Link>
      </p>
      <ErrorAlert
        error={change.error}
        remedy={{
          label: t('groups:defaults.again'),
          onClick: () => void client.invalidateQueries({ queryKey: ['v2.groups.defaults'] }),
        }}
      />
      <ErrorAlert error={choices.error} />
      <div>
        <Button
          type="primary"
          htmlType="submit"
          loading={change.isPending}
          disabled={!isDirty || wrong !== undefined}
        >
          {t('groups:defaults.save')}
        </Button>
      </div>
    </form>
  );
}

interface FieldProps {
  readonly id: string;
  readonly label: string;
  /** The effective value, and the group that sets it (null: a group above the visible ones). */
  readonly counts: {
    readonly what: string;
    readonly from: { readonly id: number; readonly name: string } | null;
  } | null;
  /** Value used if no group sets one. */
  readonly none: string;
  readonly group: number;
  readonly problem?: string | undefined;
  readonly children: ReactNode;
}

function Field({ id, label, counts, none, group, problem, children }: FieldProps) {
  const { t } = useTranslation('groups');
  return (
    <div className="stack gap-4">
      <label htmlFor={id}>{label}</label>
      {children}
      <span id={`${id}-said`} className="hint" data-wrong={problem !== undefined}>
        {problem ?? words()}
      </span>
    </div>
  );

  function words(): string {
    if (counts === null) return none;
    const { what, from } = counts;
    if (from === null) return t('groups:defaults.from-above', { what });
    return from.id === group
      ? t('groups:defaults.from-here', { what })
      : t('groups:defaults.from', { what, group: from.name });
  }
}
