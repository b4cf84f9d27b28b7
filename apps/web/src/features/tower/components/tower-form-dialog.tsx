/** Dialog to create or edit a tower: its device, its figures, up to four users. */

import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { DeviceSelect } from '../../../components/fields/device-select.tsx';
import { Field } from '../../../components/forms/field.tsx';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { FormNumber } from '../../../components/forms/form-number.tsx';
import { FormSelect } from '../../../components/forms/form-select.tsx';
import { useFormState } from '../../../components/forms/form-state.ts';
import { FormText } from '../../../components/forms/form-text.tsx';
import { type TowerSettings, useTowerChanges, useTowerProjects } from '../api/use-towers.ts';
import {
  bodyOf,
  draftOf,
  draftProblem,
  FIGURE_UNITS,
  FIGURES,
  mayAddUser,
  newUser,
} from '../tower-draft.ts';
import { UserFields } from './user-fields.tsx';

interface TowerFormDialogProps {
  /** Undefined for a new tower. */
  tower?: TowerSettings;
  projectId?: number | undefined;
  onSaved?: (id: number) => void;
  onClose: () => void;
}

export function TowerFormDialog({ tower, projectId, onSaved, onClose }: TowerFormDialogProps) {
  const { t } = useTranslation('towers');
  const projects = useTowerProjects();
  const send = useTowerChanges();
  const form = useFormState(() => draftOf(tower, projectId), {
    problems: (draft) => {
      const found = draftProblem(draft);
      const text = found && t(`towers:problem.${found.problem}`);
      return found && { [found.field]: text, form: text };
    },
  });
  const { value: figures, onChange: setFigures } = form.field('figures');
  const { value: users, onChange: setUsers } = form.field('users');
  const save = () => {
    const body = bodyOf(form.values);
    return tower === undefined
      ? send('v2.tower-device.add', { body })
      : send('v2.tower-device.change', { params: { id: String(tower.id) }, body });
  };
  return (
    <FormDialog
      form={form}
      title={tower === undefined ? t('towers:add') : t('towers:form.title', { name: tower.name })}
      width={860}
      saveLabel={t('towers:form.save')}
      done={({ msg }) => msg}
      onSave={save}
      onSaved={({ data }) => (onSaved === undefined ? onClose() : onSaved(data.id))}
      onClose={onClose}
    >
      <div className="columns columns-fit columns-narrow">
        <FormText label={t('towers:form.name')} maxLength={60} {...form.field('name')} />
        <FormSelect
          label={t('towers:project')}
          options={(projects.data ?? []).map((one) => ({ value: one.id, label: one.name }))}
          {...form.field('project')}
        />
        <Field
          label={t('towers:form.device')}
          help={t('towers:form.device-about')}
          problem={form.problemOf('device')}
        >
          <DeviceSelect isOne {...form.field('device')} />
        </Field>
      </div>
      <div className="columns columns-fit columns-narrow">
        {FIGURES.map((figure) => (
          <FormNumber
            key={figure}
            label={t(`towers:figure.${figure}`)}
            help={t(`towers:figure-about.${figure}`)}
            precision={figure === 'batteryKwh' || figure === 'mainsMinV' ? 1 : 0}
            unit={FIGURE_UNITS[figure]}
            value={figures[figure]}
            problem={form.problemOf(figure)}
            onChange={(value) => setFigures({ ...figures, [figure]: value })}
          />
        ))}
      </div>
      {users.map((user, at) => (
        <UserFields
          key={user.slot}
          user={user}
          problemOf={(field) => form.problemOf(`users.${at}.${field}`)}
          onChange={(next) => setUsers(users.with(at, next))}
          onRemove={() => setUsers(users.filter((one) => one !== user))}
        />
      ))}
      {mayAddUser(users) && (
        <div>
          <Button icon={<PlusOutlined />} onClick={() => setUsers([...users, newUser(users)])}>
            {t('towers:form.add-user')}
          </Button>
        </div>
      )}
    </FormDialog>
  );
}
