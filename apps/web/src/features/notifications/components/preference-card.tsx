/** One preference: channels, repeat interval, and escalation recipient for an unhandled alarm. */
import { DeleteOutlined } from '@ant-design/icons';
import { Alert, Button, Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import { FormNumber } from '../../../components/forms/form-number.tsx';
import { FormSelect } from '../../../components/forms/form-select.tsx';
import type { NotificationSettings } from '../api/use-notification-settings.ts';
import type { PreferenceDraft } from '../settings-draft.ts';

interface PreferenceCardProps {
  name: string;
  preference: PreferenceDraft;
  users: NotificationSettings['users'];
  /** A mail server and a mail address are configured. */
  isMailPossible: boolean;
  /** A browser of the user is subscribed. */
  isPushPossible: boolean;
  problemOf: (field: string) => string | undefined;
  onChange: (part: Partial<PreferenceDraft>) => void;
  /** Undefined if the card cannot be removed. */
  onRemove?: () => void;
}

const WAYS = ['in_app', 'mail', 'push'] as const;
const EXTRAS = ['tell_end', 'through_quiet'] as const;
const MINUTES = ['interval_min', 'repeat_min', 'escalate_after_min'] as const;

export function PreferenceCard(props: PreferenceCardProps) {
  const { t } = useTranslation('notifications');
  const { name, preference, users, problemOf, onChange, onRemove } = props;
  const isSilent = !WAYS.some((way) => preference[way]);
  const reaches = [
    ...(preference.mail && !props.isMailPossible ? [t('notifications:types.no-mail')] : []),
    ...(preference.push && !props.isPushPossible ? [t('notifications:types.no-push')] : []),
    ...(isSilent ? [t('notifications:types.silent')] : []),
  ];
  return (
    <fieldset className="notify__wish box stack to-start">
      <legend>{name}</legend>
      <div className="notify__checks row gap-wide">
        {[...WAYS, ...EXTRAS].map((flag) => (
          <Checkbox
            key={flag}
            checked={preference[flag]}
            onChange={({ target }) => onChange({ [flag]: target.checked })}
          >
            {t(`notifications:types.${flag}`)}
          </Checkbox>
        ))}
      </div>
      {reaches.length > 0 && <Alert type="warning" showIcon title={reaches.join(' ')} />}
      <div className="notify__minutes columns gap-16">
        {MINUTES.map((field) => (
          <FormNumber
            key={field}
            label={t(`notifications:types.${field}`)}
            help={t(`notifications:types.${field}-about`)}
            controls
            placeholder={field === 'interval_min' ? '' : t('notifications:types.never')}
            unit={t('notifications:types.minutes')}
            value={preference[field]}
            problem={problemOf(field)}
            onChange={(value) => onChange({ [field]: value })}
          />
        ))}
        <FormSelect<number | null | undefined>
          label={t('notifications:types.escalate_to')}
          help={users.length === 0 ? t('notifications:types.no-users') : undefined}
          allowClear
          isSearched
          placeholder={t('notifications:types.nobody')}
          disabled={users.length === 0}
          options={users.map(({ id, name: user }) => ({ value: id, label: user }))}
          value={preference.escalate_to}
          problem={problemOf('escalate_to')}
          onChange={(user) => onChange({ escalate_to: user ?? null })}
        />
      </div>
      {onRemove !== undefined && (
        <Button
          size="small"
          icon={<DeleteOutlined aria-hidden />}
          aria-label={t('notifications:types.remove-of', { name })}
          onClick={onRemove}
        >
          {t('notifications:types.remove')}
        </Button>
      )}
    </fieldset>
  );
}
