/** Recipients of the mails: users of the customer, at the address in their settings. */
import { Link } from '@tanstack/react-router';
import { Select } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import type { Recipient, Schedule } from '../schedule.ts';
import { MAX_RECIPIENTS } from '../schedule-draft.ts';

interface RecipientsFieldProps {
  readonly people: readonly Recipient[];
  /** The stored recipients; some may no longer be available users. */
  readonly before: Schedule['recipients'];
  readonly value: readonly number[];
  readonly onChange: (ids: number[]) => void;
}

export function RecipientsField({ people, before, value, onChange }: RecipientsFieldProps) {
  const { t } = useTranslation('reports');
  const { user_id: self } = useRequiredSession().user;
  const id = useId();
  const gone = before.filter((one) => people.every((person) => person.id !== one.id));
  const options = [
    ...people.map(({ id: user, name, mail }) => ({
      value: user,
      label: mail ? name : t('reports:schedule.recipients.none', { name }),
      disabled: !mail && !value.includes(user),
    })),
    ...gone.map(({ id: user, name }) => ({
      value: user,
      label: name === '' ? '–' : name,
      disabled: false,
    })),
  ];
  const hasNoMail = people.some((person) => person.id === self && !person.mail);
  return (
    <div className="report-form__field stack gap-8">
      <div className="stack gap-4 hint">
        <label htmlFor={id}>{t('reports:schedule.column.recipients')}</label>
        <Select<number[]>
          id={id}
          mode="multiple"
          aria-required
          aria-describedby={`${id}-about`}
          placeholder={t('reports:schedule.recipients.choose')}
          value={[...value]}
          options={options}
          maxCount={MAX_RECIPIENTS}
          showSearch={{ optionFilterProp: 'label' }}
          onChange={onChange}
        />
      </div>
      <p id={`${id}-about`} className="hint">
        {t('reports:schedule.recipients.about')}
      </p>
      {hasNoMail && (
        <p className="report-form__note warn text-small">
          {t('reports:schedule.recipients.own-missing')}{' '}
          <Link to="/notification-setting" className="underlined">
            {t('reports:schedule.recipients.set')}
          </Link>
        </p>
      )}
    </div>
  );
}
