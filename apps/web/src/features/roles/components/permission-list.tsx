/**
 * Permissions as descriptions, one line each, grouped by section. Texts come from the namespace
 * `roles`, which must be loaded by the route.
 */
import type { Permission } from '@busbar/domain/access/permission';
import { useTranslation } from 'react-i18next';
import { PART_NAMES, PERMISSION_PARTS } from '../permission-parts.ts';

interface PermissionListProps {
  permissions: readonly Permission[];
  /** Accessible label of the list: the name of the role. */
  label: string;
  /** Heading level of the sections, depending on the surrounding page. */
  heading?: 'h2' | 'h4';
}

export function PermissionList({
  permissions,
  label,
  heading: Heading = 'h4',
}: PermissionListProps) {
  const { t } = useTranslation('roles');
  const parts = PART_NAMES.map((part) => ({
    part,
    held: PERMISSION_PARTS[part].filter((one) => permissions.includes(one)),
  }));
  return (
    <section className="permission-list stack" aria-label={label}>
      {parts.map(
        ({ part, held }) =>
          held.length > 0 && (
            <div key={part} className="stack gap-4">
              <Heading className="hint">{t(`roles:part.${part}`)}</Heading>
              <ul className="bullets stack gap-4">
                {held.map((permission) => (
                  <li key={permission}>
                    <strong className="strong">{t(`roles:permission.${permission}.name`)}</strong>{' '}
                    <span className="muted">{t(`roles:permission.${permission}.about`)}</span>
                  </li>
                ))}
              </ul>
            </div>
          ),
      )}
    </section>
  );
}
