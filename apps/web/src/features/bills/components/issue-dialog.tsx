/** Confirms issuing one bill or all that are missing, because a bill is never withdrawn. */
import { Alert, App } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { TotalMoney } from '../../../components/values/money.tsx';
import { useLanguage } from '../../../i18n/use-language.ts';
import { type BillState, type IssueResult, useBillChanges } from '../api/use-bills.ts';

interface IssueDialogProps {
  readonly start: string;
  /** Groups whose bill can be issued. */
  readonly states: readonly BillState[];
  readonly isAll: boolean;
  readonly currency: string;
  readonly onClose: () => void;
}

export function IssueDialog({ start, states, isAll, currency, onClose }: IssueDialogProps) {
  const { t } = useTranslation('fees');
  const { message } = App.useApp();
  const { language } = useLanguage();
  const { issue, issueAll, refetch } = useBillChanges();
  const [refused, setRefused] = useState<readonly IssueResult[]>([]);
  const save = async () => {
    const cents = states.reduce((sum, state) => sum + Math.round((state.total ?? 0) * 100), 0);
    const confirmed = { start, language, total: cents / 100 };
    if (isAll) return (await issueAll.mutateAsync({ body: confirmed })).data.list;
    for (const { group_id } of states)
      await issue.mutateAsync({ body: { ...confirmed, group_id } });
    return [];
  };
  const expected = new Set(states.map(({ group_id }) => group_id));
  return (
    <FormDialog
      title={t('fees:bills.issue-title')}
      saveLabel={t('fees:bills.issue-do', { count: states.length })}
      isBlocked={states.length === 0 || refused.length > 0}
      onSave={save}
      onSaved={(results) => {
        void refetch();
        const count = isAll ? results.filter((one) => one.issued_now).length : states.length;
        if (count > 0) message.success(t('fees:bills.issued', { count }));
        const missing = results.filter((one) => one.number === null && expected.has(one.group_id));
        // The dialog stays open to say which bills were refused.
        setRefused(missing);
        if (missing.length === 0) onClose();
      }}
      onClose={onClose}
    >
      <ul className="stack gap-4" aria-label={t('fees:bills.group')}>
        {states.map(({ group_id, group_name, total }) => (
          <li key={group_id} className="line spread">
            <bdi>{group_name}</bdi>
            <TotalMoney amount={total} currency={currency} />
          </li>
        ))}
      </ul>
      <p>{t('fees:bills.issue-body')}</p>
      {refused.map(({ group_id, group_name, reason }) => (
        <Alert
          key={group_id}
          type="warning"
          showIcon
          role="alert"
          title={<bdi>{group_name}</bdi>}
          description={t(`errors:reason.${reason as 'bill-changed'}`)}
        />
      ))}
    </FormDialog>
  );
}
