/** Dialog to create a custom role as a copy or to edit one, with a preview of the effect. */
import { ROLE_NAME_LENGTH } from '@busbar/domain/access/own-role';
import { may } from '@busbar/domain/access/permission';
import { Alert, App, Input, Select } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { useErrorText } from '../../../i18n/error-text.ts';
import { holderOf } from '../../../lib/session/use-may.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import { type RoleView, useRoleChanges } from '../api/use-roles.ts';
import { copyOf, isSame, nameProblem, type RoleDraft } from '../role-draft.ts';
import { roleKey, useRoleName } from '../use-role-name.ts';
import { PermissionBoxes } from './permission-boxes.tsx';
import { RoleDifference } from './role-difference.tsx';

interface RoleDialogProps {
  roles: readonly RoleView[];
  /** The role to copy if `isNew` is set, otherwise the custom role to edit. */
  role: RoleView;
  isNew: boolean;
  onDone: () => void;
}

export function RoleDialog({ roles, role, isNew, onDone }: RoleDialogProps) {
  const { t } = useTranslation(['roles', 'errors']);
  const { message } = App.useApp();
  const errorText = useErrorText();
  const nameOf = useRoleName();
  const holder = holderOf(useRequiredSession().user);
  const { add, change, followed } = useRoleChanges();
  const id = useId();
  const held = (one: RoleView['permissions'][number]) => may(holder, one);
  const [draft, setDraft] = useState<RoleDraft>(() =>
    isNew
      ? { name: '', ...copyOf(role, held) }
      : { name: role.name, copyOf: roleKey(role), permissions: role.permissions },
  );
  const [isTouched, setTouched] = useState(false);
  const copied = roles.find((one) => roleKey(one) === draft.copyOf) ?? role;
  const wrong = nameProblem(draft.name, roles, isNew ? null : role.id);
  const said = isTouched && wrong !== undefined ? t(`errors:reason.${wrong}`) : undefined;
  const error = isNew ? add.error : change.error;
  const finish = (word: string) => ({
    onSuccess: () => {
      void message.success(word);
      onDone();
    },
    onSettled: () => void followed(),
  });
  const save = () => {
    const body = { name: draft.name.trim(), permissions: [...draft.permissions] };
    if (isNew) add.mutate({ body: { ...body, copy_of: draft.copyOf } }, finish(t('roles:made')));
    else {
      change.mutate(
        { params: { id: String(role.id) }, body: { ...body, changed_at: role.changed_at ?? 0 } },
        finish(t('roles:changed')),
      );
    }
  };
  return (
    <ConfirmDialog
      isOpen
      isWide
      title={isNew ? t('roles:new') : t('roles:change-of', { name: role.name })}
      confirmLabel={isNew ? t('roles:make') : t('roles:save')}
      isBusy={add.isPending || change.isPending}
      isBlocked={wrong !== undefined || (!isNew && isSame(draft, role))}
      onConfirm={save}
      onCancel={onDone}
    >
      <div className="stack gap-16">
        <label className="role-form__field stack gap-4" htmlFor={`${id}-name`}>
          {t('roles:name')}
          <Input
            dir="auto"
            id={`${id}-name`}
            value={draft.name}
            maxLength={ROLE_NAME_LENGTH}
            aria-required
            aria-invalid={said !== undefined}
            aria-describedby={said === undefined ? undefined : `${id}-said`}
            status={said === undefined ? '' : 'error'}
            placeholder={t('roles:name-example')}
            onBlur={() => setTouched(true)}
            onChange={({ target }) => {
              setTouched(true);
              setDraft({ ...draft, name: target.value });
            }}
          />
          {said !== undefined && (
            <span id={`${id}-said`} className="bad text-small">
              {said}
            </span>
          )}
        </label>
        {isNew && (
          <label className="role-form__field stack gap-4" htmlFor={`${id}-copy`}>
            {t('roles:copy-from')}
            <Select
              id={`${id}-copy`}
              value={draft.copyOf}
              options={roles.map((one) => ({ value: roleKey(one), label: nameOf(one) }))}
              onChange={(key) => {
                const next = roles.find((one) => roleKey(one) === key);
                if (next !== undefined) setDraft({ ...draft, ...copyOf(next, held) });
              }}
            />
          </label>
        )}
        <PermissionBoxes
          value={draft.permissions}
          mayGive={held}
          onChange={(permissions) => setDraft({ ...draft, permissions })}
        />
        <RoleDifference
          before={isNew ? copied.permissions : role.permissions}
          after={draft.permissions}
          {...(isNew ? { copiedFrom: nameOf(copied) } : { users: role.users ?? 0 })}
        />
        {!isNew && <p className="muted">{t('roles:at-once')}</p>}
        {error !== null && <Alert type="error" showIcon role="alert" title={errorText(error)} />}
      </div>
    </ConfirmDialog>
  );
}
