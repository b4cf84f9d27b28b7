/** Permissions of a role as checkboxes with descriptions. */
import type { CustomerPermission } from '@busbar/domain/access/permission';
import { Checkbox } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { PART_NAMES, PERMISSION_PARTS } from '../permission-parts.ts';
import { ALWAYS_HELD, toggled } from '../role-draft.ts';

interface PermissionBoxesProps {
  value: readonly CustomerPermission[];
  /** A user cannot grant a permission that the user does not have. */
  mayGrant: (permission: CustomerPermission) => boolean;
  onChange: (value: readonly CustomerPermission[]) => void;
}

export function PermissionBoxes({ value, mayGrant, onChange }: PermissionBoxesProps) {
  const { t } = useTranslation('roles');
  const id = useId();
  const aboutOf = (permission: CustomerPermission) => {
    if (permission === ALWAYS_HELD) return t('roles:always');
    if (!mayGrant(permission)) return t('roles:not-held');
    return t(`roles:permission.${permission}.about`);
  };
  return PART_NAMES.map((part) => (
    <fieldset key={part} className="box stack gap-8">
      <legend>{t(`roles:part.${part}`)}</legend>
      {PERMISSION_PARTS[part].map((permission) => (
        <div key={permission} className="role-form__box">
          <Checkbox
            checked={value.includes(permission)}
            disabled={permission === ALWAYS_HELD || !mayGrant(permission)}
            aria-describedby={`${id}-${permission}`}
            onChange={({ target }) => onChange(toggled(value, permission, target.checked))}
          >
            {t(`roles:permission.${permission}.name`)}
          </Checkbox>
          <p className="hint" id={`${id}-${permission}`}>
            {aboutOf(permission)}
          </p>
        </div>
      ))}
    </fieldset>
  ));
}
