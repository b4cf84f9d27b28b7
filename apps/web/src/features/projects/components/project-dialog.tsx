/** Dialog to create or rename a project. */
import { PROJECT_TYPES } from '@busbar/domain/project/project-type';
import { useTranslation } from 'react-i18next';
import { FormRadios } from '../../../components/forms/form-choice.tsx';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { useFormState } from '../../../components/forms/form-state.ts';
import { FormLines, FormText } from '../../../components/forms/form-text.tsx';
import { type Project, useProjectChanges } from '../api/use-projects.ts';

interface ProjectDialogProps {
  /** Undefined for a new project. */
  project?: Project | undefined;
  onSaved: (project: Project) => void;
  onClose: () => void;
}

export function ProjectDialog({ project, onSaved, onClose }: ProjectDialogProps) {
  const { t } = useTranslation(['projects', 'errors']);
  const send = useProjectChanges();
  const form = useFormState(
    () => ({
      name: project?.name ?? '',
      type: project?.type,
      description: project?.description ?? '',
    }),
    {
      problems: ({ name, type }) =>
        name.trim() === '' || type === undefined
          ? { form: t('errors:reason.project-info-required') }
          : undefined,
    },
  );
  const save = () => {
    const { name, type = '', description } = form.values;
    const body = { name: name.trim(), type, description: description.trim() };
    return project === undefined
      ? send('v2.project.add', { body })
      : send('v2.project.change', { params: { id: String(project.id) }, body });
  };
  return (
    <FormDialog
      form={form}
      title={t(project === undefined ? 'projects:set.add' : 'projects:set.change')}
      saveLabel={t('projects:save')}
      done={t(project === undefined ? 'projects:set.added' : 'projects:updated')}
      onSave={save}
      onSaved={({ data }) => onSaved(data)}
      onClose={onClose}
    >
      <FormText
        label={t('projects:field.name')}
        isRequired
        maxLength={100}
        {...form.field('name')}
      />
      <FormRadios
        label={t('projects:field.type')}
        options={PROJECT_TYPES.map((value) => ({ value, label: t(`projects:type.${value}`) }))}
        {...form.field('type')}
      />
      <FormLines
        label={t('projects:field.description')}
        maxLength={1_000}
        maxRows={6}
        {...form.field('description')}
      />
    </FormDialog>
  );
}
