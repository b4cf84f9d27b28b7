/**
 * What somebody with these permissions may do, in words: one line for each, in its part. Words come
 * from the catalogue `roles`, which the route that shows it loads.
 */
import type { Permission } from '@busbar/domain/access/permission';
import { useTranslation } from 'react-i18next';
import { PART_NAMES, PERMISSION_PARTS } from '../permission-parts.ts';
import './permission-list.css';

interface PermissionListProps {
  permissions: readonly Permission[];
  /** What the list is of, for who hears it: the name of the role. */
  label: string;
  /** Of the parts; as deep as where the list stands asks for. */
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
    <section className="permission-list" aria-label={label}>
      {parts.map(
        ({ part, held }) =>
          held.length > 0 && (
            <div key={part} className="permission-list__part">
              <Heading>{t(`roles:part.${part}`)}</Heading>
              <ul>
                {held.map((permission) => (
                  <li key={permission}>
                    <strong>{t(`roles:permission.${permission}.name`)}</strong>{' '}
                    <span>{t(`roles:permission.${permission}.about`)}</span>
                  </li>
                ))}
              </ul>
            </div>
          ),
      )}
    </section>
  );
}
