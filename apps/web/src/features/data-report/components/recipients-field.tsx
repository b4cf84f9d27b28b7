/** Recipients of a report: users of the customer; for mail, at the address in their settings. */
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { FormSelect } from '../../../components/forms/form-select.tsx';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import type { Recipient, Schedule } from '../schedule.ts';
import { MAX_RECIPIENTS } from '../schedule-draft.ts';

interface RecipientsFieldProps {
  readonly people: readonly Recipient[];
  /** The stored recipients; some may no longer be available users. */
  readonly before: Schedule['recipients'];
  /** Mail is chosen, which needs an address. */
  readonly isByMail: boolean;
  readonly value: readonly number[];
  readonly problem: string | undefined;
  readonly onChange: (ids: readonly number[]) => void;
}

export function RecipientsField(props: RecipientsFieldProps) {
  const { people, before, isByMail, value, problem, onChange } = props;
  const { t } = useTranslation('reports');
  const { user_id: self } = useRequiredSession().user;
  const gone = before.filter((one) => people.every((person) => person.id !== one.id));
  const options = [
    ...people.map(({ id: user, name, mail }) => ({
      value: user,
      label: mail || !isByMail ? name : t('reports:schedule.recipients.none', { name }),
      disabled: isByMail && !mail && !value.includes(user),
    })),
    ...gone.map(({ id: user, name }) => ({
      value: user,
      label: name === '' ? '–' : name,
      disabled: false,
    })),
  ];
  const hasNoMail = isByMail && people.some((person) => person.id === self && !person.mail);
  return (
    <>
      <FormSelect
        label={t('reports:schedule.column.recipients')}
        help={t('reports:schedule.recipients.about')}
        isRequired
        mode="multiple"
        placeholder={t('reports:schedule.recipients.choose')}
        value={value}
        problem={problem}
        options={options}
        maxCount={MAX_RECIPIENTS}
        isSearched
        onChange={onChange}
      />
      {hasNoMail && (
        <p className="report-form__note warn text-small">
          {t('reports:schedule.recipients.own-missing')}{' '}
          <Link to="/notification-setting" className="underlined">
            {t('reports:schedule.recipients.set')}
          </Link>
        </p>
      )}
    </>
  );
}
