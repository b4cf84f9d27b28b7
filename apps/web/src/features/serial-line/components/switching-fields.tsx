/**
 * How a meter or breaker is opened and closed: for DL/T 645 password, operator code, and the way to
 * close.
 */
import { CLOSE_MODES, type CloseMode } from '@busbar/domain/line/switching-form';
import { useTranslation } from 'react-i18next';
import { FormSwitch } from '../../../components/forms/form-checkbox.tsx';
import { FormNumber } from '../../../components/forms/form-number.tsx';
import { FormSelect } from '../../../components/forms/form-select.tsx';
import type { FormState } from '../../../components/forms/form-state.ts';
import { FormText } from '../../../components/forms/form-text.tsx';
import type { LineMeter, MeterProfile } from '../api/use-serial-line.ts';
import { hasPassword, type MeterDraft, needsPassword } from '../meter-draft.ts';

interface SwitchingFieldsProps {
  readonly form: FormState<MeterDraft>;
  readonly profile: MeterProfile;
  readonly meter: LineMeter | undefined;
}

export function SwitchingFields({ form, profile, meter }: SwitchingFieldsProps) {
  const { t } = useTranslation('serial-lines');
  const isStored = hasPassword(form.values, profile, meter);
  const modes = {
    close: t('serial-lines:form.close-mode-close'),
    'allow-close': t('serial-lines:form.close-mode-allow'),
  } as const satisfies Record<CloseMode, string>;
  const digits = { inputMode: 'numeric', dir: 'ltr', className: 'code' } as const;
  const closeMode = form.field('close_mode');
  return (
    <>
      <FormSwitch
        label={t('serial-lines:form.can-switch')}
        help={t(
          needsPassword(profile)
            ? 'serial-lines:form.can-switch-help'
            : 'serial-lines:form.can-switch-breaker-help',
        )}
        {...form.field('can_switch')}
      />
      {form.values.can_switch && needsPassword(profile) && (
        <>
          <FormNumber
            label={t('serial-lines:form.password-level')}
            help={t('serial-lines:form.password-level-help')}
            isRequired
            precision={0}
            min={0}
            max={9}
            {...form.field('password_level')}
          />
          <FormText
            type="password"
            label={t('serial-lines:form.password')}
            help={isStored ? t('serial-lines:form.password-set') : undefined}
            isRequired={!isStored}
            maxLength={6}
            autoComplete="new-password"
            {...digits}
            {...form.field('password')}
          />
          <FormText
            label={t('serial-lines:form.operator-code')}
            help={t('serial-lines:form.operator-code-help')}
            isRequired
            maxLength={8}
            autoComplete="off"
            {...digits}
            {...form.field('operator_code')}
          />
          <FormSelect<CloseMode | null | undefined>
            label={t('serial-lines:form.close-mode')}
            help={t('serial-lines:form.close-mode-help')}
            isRequired
            options={CLOSE_MODES.map((value) => ({ value, label: modes[value] }))}
            {...closeMode}
            value={closeMode.value ?? undefined}
            onChange={(value) => closeMode.onChange(value ?? null)}
          />
        </>
      )}
    </>
  );
}
