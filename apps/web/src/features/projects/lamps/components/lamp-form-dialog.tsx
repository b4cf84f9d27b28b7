/** Dialog to create a lamp group or to edit all of its fields. */

import { useTranslation } from 'react-i18next';
import { DeviceSelect } from '../../../../components/fields/device-select.tsx';
import { Field } from '../../../../components/forms/field.tsx';
import { FormCheckbox } from '../../../../components/forms/form-checkbox.tsx';
import { FormDialog } from '../../../../components/forms/form-dialog.tsx';
import { useFormState } from '../../../../components/forms/form-state.ts';
import { FormText } from '../../../../components/forms/form-text.tsx';
import { type LampGroup, useLampGroupChanges } from '../../api/use-lamp-groups.ts';
import { bodyOf, draftOf, fieldOfApi, lampProblem } from '../lamp-draft.ts';
import { LampBurnFields } from './lamp-burning.tsx';
import { LampFigureFields } from './lamp-figures.tsx';
import { LampPlaceFields } from './lamp-place.tsx';

interface LampFormDialogProps {
  project: number;
  /** Undefined for a new group. */
  group?: LampGroup | undefined;
  onClose: () => void;
}

export function LampFormDialog({ project, group, onClose }: LampFormDialogProps) {
  const { t } = useTranslation(['projects', 'errors']);
  const send = useLampGroupChanges();
  const form = useFormState(() => draftOf(group), {
    problems: (draft) => {
      const found = lampProblem(draft);
      const text = found && t(`errors:reason.${found.reason}`);
      return found && { [found.field]: text, form: text };
    },
    fieldOf: fieldOfApi,
  });
  const save = () => {
    const body = bodyOf(form.values);
    return group === undefined
      ? send('v2.device-lamp.add', { body: { project_id: project, ...body } })
      : send('v2.device-lamp.change', { params: { id: String(group.id) }, body });
  };
  return (
    <FormDialog
      form={form}
      title={
        group === undefined
          ? t('projects:lamp.add')
          : t('projects:lamp.change', { name: group.name })
      }
      width={820}
      saveLabel={t('projects:save')}
      done={t(group === undefined ? 'projects:lamp.added' : 'projects:updated')}
      onSave={save}
      onClose={onClose}
    >
      <div className="columns columns-fit columns-narrow">
        <FormText
          label={t('projects:field.name')}
          isRequired
          maxLength={100}
          {...form.field('name')}
        />
        <Field
          label={t('projects:lamp.device')}
          help={t('projects:lamp.device-about')}
          problem={form.problemOf('device')}
        >
          <DeviceSelect isOne {...form.field('device')} />
        </Field>
        <Field label={t('projects:lamp.in-use')} help={t('projects:lamp.in-use-about')}>
          <FormCheckbox label={t('projects:lamp.in-use-yes')} {...form.field('inUse')} />
        </Field>
      </div>
      <LampFigureFields form={form} />
      <LampBurnFields form={form} />
      <LampPlaceFields form={form} />
    </FormDialog>
  );
}
