/** Defaults for new devices in the group, and the group each one is inherited from. */
import { intervalRefusal } from '@busbar/domain/device/device-type';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { FormNumber } from '../../../components/forms/form-number.tsx';
import { FormPanel } from '../../../components/forms/form-panel.tsx';
import { FormSelect } from '../../../components/forms/form-select.tsx';
import { useFormState } from '../../../components/forms/form-state.ts';
import { ErrorAlert } from '../../../components/states/error-alert.tsx';
import { Loaded } from '../../../components/states/loaded.tsx';
import { PATHS } from '../../../config/paths.ts';
import { refetchCalls } from '../../../lib/calls/use-call.ts';
import { useSend } from '../../../lib/calls/use-send.ts';
import { type GroupDefaults, useDefaultChoices, useDefaults } from '../api/use-defaults.ts';

interface DefaultsProps {
  group: number;
}

export function DefaultsPanel({ group }: DefaultsProps) {
  return (
    <Loaded query={useDefaults(group)}>
      {(defaults) => <DefaultsForm key={defaults.version} group={group} defaults={defaults} />}
    </Loaded>
  );
}

function DefaultsForm({ group, defaults }: DefaultsProps & { defaults: GroupDefaults }) {
  const { t } = useTranslation(['groups', 'errors', 'devices']);
  const client = useQueryClient();
  const refetch = () => refetchCalls(client, 'v2.groups.defaults');
  const send = useSend();
  const choices = useDefaultChoices();
  const form = useFormState(() => defaults.own, {
    isEager: true,
    problems: ({ expected_interval_s: seconds }) => {
      const wrong = seconds === null ? undefined : intervalRefusal(seconds);
      return wrong && { expected_interval_s: t(`errors:reason.${wrong}`) };
    },
  });
  const { rate, interval, template } = defaults;
  /** Without an inherited value, as in the topmost group, the hint is "not set". */
  const hint = (counts: object | null) =>
    counts === null ? t('groups:defaults.not-set') : t('groups:defaults.inherit');
  /** The effective value, and the group that sets it (null: a group above the visible ones). */
  const source = (what: string | undefined, counts: Inherited | null, none: string) => {
    if (counts === null || what === undefined) return none;
    const { from } = counts;
    if (from === null) return t('groups:defaults.from-above', { what });
    return from.id === group
      ? t('groups:defaults.from-here', { what })
      : t('groups:defaults.from', { what, group: from.name });
  };
  const select = (name: 'rate_id' | 'template_id', inherited: Inherited | null) => {
    const { value, onChange } = form.field(name);
    return {
      allowClear: true,
      loading: choices.isLoading,
      placeholder: hint(inherited),
      value,
      onChange: (next: typeof value | undefined) => onChange(next ?? null),
    };
  };
  return (
    <FormPanel
      form={form}
      className="stack gap-16 group-defaults"
      label={t('groups:tab.defaults')}
      saveLabel={t('groups:defaults.save')}
      done={t('groups:defaults.saved')}
      remedy={{ label: t('groups:defaults.again'), onClick: () => void refetch() }}
      onSave={async () => {
        const body = { ...form.values, version: defaults.version };
        await send('v2.groups.defaults.change', { params: { id: String(group) }, body });
        await refetch();
      }}
    >
      <p className="muted prose">{t('groups:defaults.about')}</p>
      <FormSelect
        label={t('devices:form.rate')}
        help={source(rate?.name, rate, t('groups:defaults.none-rate'))}
        options={choices.rates}
        {...select('rate_id', rate)}
      />
      <FormNumber
        label={t('groups:defaults.interval')}
        help={source(
          interval === null
            ? undefined
            : t('groups:defaults.seconds', { number: interval.seconds }),
          interval,
          t('groups:defaults.none-interval'),
        )}
        controls
        placeholder={hint(interval)}
        {...form.field('expected_interval_s')}
      />
      <FormSelect
        label={t('groups:defaults.template')}
        help={source(template?.name, template, t('groups:defaults.none-template'))}
        options={choices.templates}
        {...select('template_id', template)}
      />
      <p className="muted prose">
        {t('groups:defaults.alarms')}{' '}
        <Link className="underlined" to={PATHS.alarmRules}>
          {t('groups:defaults.alarms-link')}
        </Link>
      </p>
      <ErrorAlert error={choices.error} />
    </FormPanel>
  );
}

interface Inherited {
  readonly from: { readonly id: number; readonly name: string } | null;
}
