/** The figures of one rule for the whole customer or a group: limit, clear limit and delays. */
import { Alert, App, Button, Switch } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { NumberField } from '../../../components/fields/number-field.tsx';
import { alarmTypeOf } from '../../../device-kit/alarm.ts';
import { useErrorText } from '../../../i18n/error-text.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { formatShort } from '../../../lib/formats/number-format.ts';
import { unitLabel } from '../../../lib/formats/units.ts';
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
  onDone: () => void;
}

export function RuleDialog({ rule, group, onDone }: RuleDialogProps) {
  const { t } = useTranslation('alarms');
  const { message } = App.useApp();
  const errorText = useErrorText();
  const { tag } = useLanguage();
  const { change, keep } = useRuleChange(group);
  const [draft, setDraft] = useState<RuleDraft>(() => draftOf(rule));
  const id = useId();
  const problems = ruleProblems(rule, draft);
  const name = t(`alarms:type.${alarmTypeOf(rule.alarm_type) ?? 'other'}`);
  const write = (figures: RuleDraft, reset: boolean) => {
    const { limit, clear, delay_s, hold_s, in_use } = figures;
    if (limit === null || clear === null || delay_s === null || hold_s === null) return;
    change.mutate(
      {
        body: {
          alarm_type: rule.alarm_type,
          ...(group === undefined ? {} : { group_id: String(group) }),
          in_use,
          limit,
          clear,
          delay_s,
          hold_s,
          ...(reset ? { reset } : {}),
        },
      },
      {
        onSuccess: (answer) => {
          keep(answer);
          message.success(t('alarms:rules.done'));
          onDone();
        },
      },
    );
  };
  // A value that the group inherits cannot be reset here.
  const isSetHere = rule.source !== 'default' && rule.group_id === (group ?? null);
  const bounds = {
    min: formatShort(rule.min, 6, tag),
    max: formatShort(rule.max, 6, tag),
    unit: unitLabel(rule.unit, tag),
  };
  return (
    <ConfirmDialog
      isOpen
      title={t('alarms:rules.dialog', { name })}
      confirmLabel={t('alarms:rules.save')}
      isBusy={change.isPending}
      isBlocked={Object.keys(problems).length > 0}
      onConfirm={() => write(draft, false)}
      onCancel={onDone}
    >
      <div className="alarm-form stack">
        <label className="line gap-12" htmlFor={`${id}-in-use`}>
          <Switch
            id={`${id}-in-use`}
            checked={draft.in_use}
            onChange={(in_use) => setDraft({ ...draft, in_use })}
          />
          {t('alarms:rules.column.in-use')}
        </label>
        {RULE_FIELDS.map((field) => {
          const problem = problems[field];
          return (
            <label key={field} className="stack gap-4" htmlFor={`${id}-${field}`}>
              {t(`alarms:rules.column.${field}`)}
              <NumberField
                id={`${id}-${field}`}
                label={t(`alarms:rules.column.${field}`)}
                value={draft[field]}
                status={problem === undefined ? '' : 'error'}
                aria-invalid={problem !== undefined}
                aria-describedby={`${id}-${field}-said`}
                unit={unitOf(field, rule)}
                onChange={(value) => setDraft({ ...draft, [field]: value })}
              />
              <span id={`${id}-${field}-said`} className="hint" data-wrong={problem !== undefined}>
                {problem === undefined
                  ? t(`alarms:rules.about.${field}`)
                  : t(`alarms:rules.problem.${problem}`, bounds)}
              </span>
            </label>
          );
        })}
        {isSetHere && (
          <Button onClick={() => write(rule.defaults, true)}>
            {t(group === undefined ? 'alarms:rules.reset' : 'alarms:rules.reset-group')}
          </Button>
        )}
        {change.error !== null && (
          <Alert type="error" showIcon role="alert" title={errorText(change.error)} />
        )}
      </div>
    </ConfirmDialog>
  );
}

export function unitOf(field: RuleField, rule: Pick<AlarmRule, 'unit'>): string {
  return field === 'limit' || field === 'clear' ? rule.unit : 's';
}
