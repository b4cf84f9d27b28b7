/** Effect of the edited permissions on the users of the role, updated on every change. */
import { MinusCircleOutlined, PlusCircleOutlined } from '@ant-design/icons';
import { roleDifference } from '@busbar/domain/access/own-role';
import type { CustomerPermission } from '@busbar/domain/access/permission';
import { useTranslation } from 'react-i18next';

interface RoleDifferenceProps {
  before: readonly CustomerPermission[];
  after: readonly CustomerPermission[];
  /** Number of users with the edited role; only for an edited role. */
  users?: number;
  /** Name of the original role; only for a copy. */
  copiedFrom?: string;
}

export function RoleDifference({ before, after, users, copiedFrom }: RoleDifferenceProps) {
  const { t } = useTranslation('roles');
  const { gained, lost } = roleDifference(before, after);
  const more =
    copiedFrom === undefined
      ? t('roles:gain', { count: users ?? 0 })
      : t('roles:more-than', { name: copiedFrom });
  const less =
    copiedFrom === undefined
      ? t('roles:lose', { count: users ?? 0 })
      : t('roles:less-than', { name: copiedFrom });
  const labels = (list: readonly CustomerPermission[]) =>
    list.map((one) => t(`roles:permission.${one}.name`));
  return (
    <section
      className="role-difference box stack gap-8"
      aria-live="polite"
      aria-label={t('roles:difference')}
    >
      {gained.length + lost.length === 0 && <p>{t('roles:no-difference')}</p>}
      {gained.length > 0 && (
        <div className="role-difference__side" data-side="gained">
          <p className="strong">
            <PlusCircleOutlined aria-hidden /> {more}
          </p>
          <ul className="bullets row gap-text">
            {labels(gained).map((label) => (
              <li key={label}>{label}</li>
            ))}
          </ul>
        </div>
      )}
      {lost.length > 0 && (
        <div className="role-difference__side" data-side="lost">
          <p className="strong">
            <MinusCircleOutlined aria-hidden /> {less}
          </p>
          <ul className="bullets row gap-text">
            {labels(lost).map((label) => (
              <li key={label}>{label}</li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
