/** Rules by which the platform raises alarms on readings; only administrators can change them. */
import { CheckCircleFilled, EditOutlined, MinusCircleOutlined } from '@ant-design/icons';
import { formatShort, withUnit } from '@busbar/domain/formats/number-format';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { QueryState } from '../../../components/states/loaded.tsx';
import { StateTag } from '../../../components/states/state-tag.tsx';
import { alarmTypeOf } from '../../../device-kit/alarm.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { useMay } from '../../../lib/session/use-may.ts';
import { type AlarmRule, useRules } from '../api/use-rules.ts';
import { RULE_FIELDS } from '../rule-draft.ts';
import { GroupSelect, useOwnGroups } from './group-select.tsx';
import { RuleDialog, unitOf } from './rule-dialog.tsx';

export function RuleTable() {
  const { t } = useTranslation('alarms');
  const { tag } = useLanguage();
  const isAdmin = useMay('alarm.configure');
  const { all, own, isPending, seesAll } = useOwnGroups();
  const [chosen, setChosen] = useState<number>();
  const group = chosen ?? (seesAll ? undefined : own);
  const rules = useRules(group);
  const [edited, setEdited] = useState<AlarmRule>();
  const groupChoice = all.length > 1 && (
    <div className="row below">
      <span aria-hidden>{t('alarms:rules.of')}</span>
      <GroupSelect
        value={group}
        onChange={setChosen}
        whole={seesAll ? t('alarms:rules.whole') : undefined}
        label={t('alarms:rules.of')}
      />
    </div>
  );
  // The groups are waited for, because their choice would move the table down.
  if (rules.data === undefined || isPending) {
    return (
      <>
        {(chosen !== undefined || rules.error !== null) && groupChoice}
        <QueryState query={{ error: rules.error, refetch: rules.refetch }} lines={8} />
      </>
    );
  }
  const sourceOf = ({ source, group_id }: AlarmRule) => {
    const name = all.find(({ id }) => id === group_id)?.name;
    return name === undefined
      ? t(`alarms:rules.source.${source}`)
      : t('alarms:rules.source.group-of', { name });
  };
  return (
    <>
      <p className="muted prose below">{t('alarms:rules.about.page')}</p>
      {groupChoice}
      <table className="plain-table folds alarm-rules__table" aria-label={t('alarms:rules.title')}>
        <thead>
          <tr>
            <th scope="col">{t('alarms:column.type')}</th>
            <th scope="col">{t('alarms:rules.column.in-use')}</th>
            {RULE_FIELDS.map((field) => (
              <th key={field} scope="col">
                {t(`alarms:rules.column.${field}`)}
              </th>
            ))}
            <th scope="col">{t('alarms:rules.column.source')}</th>
            {isAdmin && <th scope="col">{t('alarms:column.actions')}</th>}
          </tr>
        </thead>
        <tbody>
          {rules.data.map((rule) => {
            const name = t(`alarms:type.${alarmTypeOf(rule.alarm_type) ?? 'other'}`);
            return (
              <tr key={rule.alarm_type}>
                <th scope="row">{name}</th>
                <td data-label={t('alarms:rules.column.in-use')}>
                  <InUse isInUse={rule.in_use} />
                </td>
                {RULE_FIELDS.map((field) => (
                  <td key={field} data-label={t(`alarms:rules.column.${field}`)}>
                    <bdi className="ltr">
                      {withUnit(formatShort(rule[field], 6, tag), unitOf(field, rule), tag)}
                    </bdi>
                  </td>
                ))}
                <td data-label={t('alarms:rules.column.source')}>
                  <bdi>{sourceOf(rule)}</bdi>
                </td>
                {isAdmin && (
                  <td>
                    <Button
                      size="small"
                      icon={<EditOutlined />}
                      aria-label={t('alarms:rules.edit-of', { name })}
                      onClick={() => setEdited(rule)}
                    >
                      {t('alarms:rules.edit')}
                    </Button>
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
      {edited !== undefined && (
        <RuleDialog
          key={edited.alarm_type}
          rule={edited}
          group={group}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}

function InUse({ isInUse }: { isInUse: boolean }) {
  const { t } = useTranslation('alarms');
  return isInUse ? (
    <StateTag tone="good" icon={<CheckCircleFilled />} isPlain>
      {t('alarms:rules.in-use')}
    </StateTag>
  ) : (
    <StateTag tone="neutral" icon={<MinusCircleOutlined />} isPlain>
      {t('alarms:rules.not-in-use')}
    </StateTag>
  );
}
