/** The figures of one rule for the whole customer or a group: limit, clear limit and delays. */

import { formatShort } from '@busbar/domain/formats/number-format';
import { unitLabel } from '@busbar/domain/formats/unit-label';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { FormSwitch } from '../../../components/forms/form-checkbox.tsx';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { FormNumber } from '../../../components/forms/form-number.tsx';
import { useFormState } from '../../../components/forms/form-state.ts';
import { useAction } from '../../../components/forms/use-action.ts';
import { alarmTypeOf } from '../../../device-kit/alarm.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { type AlarmRule, useRuleChange } from '../api/use-rules.ts';
import {
  draftOf,
  RULE_FIELDS,
  type RuleDraft,
  type RuleField,
  ruleProblems,
} from '../rule-draft.ts';

interface RuleDialogProps {
  rule: AlarmRule;
  /** Undefined: the whole customer. */
  group: number | undefined;
  onClose: () => void;
}

export function RuleDialog({ rule, group, onClose }: RuleDialogProps) {
  const { t } = useTranslation('alarms');
  const { tag } = useLanguage();
  const change = useRuleChange(group);
  const { run, loading } = useAction();
  const bounds = {
    min: formatShort(rule.min, 6, tag),
    max: formatShort(rule.max, 6, tag),
    unit: unitLabel(rule.unit, tag),
  };
  const form = useFormState(() => draftOf(rule), {
    isEager: true,
    problems: (draft) =>
      Object.fromEntries(
        Object.entries(ruleProblems(rule, draft)).map(([field, problem]) => [
          field,
          t(`alarms:rules.problem.${problem}`, bounds),
        ]),
      ),
  });
  const write = (figures: RuleDraft, isReset: boolean) => {
    const { limit, clear, delay_s, hold_s, in_use } = figures;
    return change({
      body: {
        alarm_type: rule.alarm_type,
        ...(group !== undefined && { group_id: String(group) }),
        in_use,
        limit: limit ?? Number.NaN,
        clear: clear ?? Number.NaN,
        delay_s: delay_s ?? Number.NaN,
        hold_s: hold_s ?? Number.NaN,
        ...(isReset && { reset: true }),
      },
    });
  };
  // A value that the group inherits cannot be reset here.
  const isSetHere = rule.source !== 'default' && rule.group_id === (group ?? null);
  const done = t('alarms:rules.done');
  const reset = async () => {
    await write(rule.defaults, true);
    onClose();
  };
  const name = t(`alarms:type.${alarmTypeOf(rule.alarm_type) ?? 'other'}`);
  return (
    <FormDialog
      form={form}
      title={t('alarms:rules.dialog', { name })}
      saveLabel={t('alarms:rules.save')}
      done={done}
      onSave={() => write(form.values, false)}
      onClose={onClose}
    >
      <FormSwitch label={t('alarms:rules.column.in-use')} {...form.field('in_use')} />
      {RULE_FIELDS.map((field) => (
        <FormNumber
          key={field}
          label={t(`alarms:rules.column.${field}`)}
          help={t(`alarms:rules.about.${field}`)}
          controls
          unit={unitOf(field, rule)}
          {...form.field(field)}
        />
      ))}
      {isSetHere && (
        <Button loading={loading} onClick={() => void run(reset, done)}>
          {t(group === undefined ? 'alarms:rules.reset' : 'alarms:rules.reset-group')}
        </Button>
      )}
    </FormDialog>
  );
}

export function unitOf(field: RuleField, rule: Pick<AlarmRule, 'unit'>): string {
  return field === 'limit' || field === 'clear' ? rule.unit : 's';
}
