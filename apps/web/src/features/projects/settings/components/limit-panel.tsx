/** One of the two threshold settings of a project: warning or alarm. */

import { useTranslation } from 'react-i18next';
import { FormCheckbox } from '../../../../components/forms/form-checkbox.tsx';
import { FormPanel } from '../../../../components/forms/form-panel.tsx';
import { useFormState } from '../../../../components/forms/form-state.ts';
import { Loaded } from '../../../../components/states/loaded.tsx';
import {
  type LimitKind,
  type ProjectLimit,
  useLimitChange,
  useProjectLimit,
} from '../../api/use-project-config.ts';
import { bodyOf, draftOf, limitProblem } from '../limit-draft.ts';
import { LimitFigures } from './limit-figures.tsx';
import { LimitPower } from './limit-power.tsx';

interface LimitPanelProps {
  kind: LimitKind;
  project: number;
}

export function LimitPanel(props: LimitPanelProps) {
  return (
    <Loaded query={useProjectLimit(props.kind, props.project)} lines={8}>
      {(limit) => <LimitForm key={limit.id} {...props} limit={limit} />}
    </Loaded>
  );
}

function LimitForm({ kind, project, limit }: LimitPanelProps & { limit: ProjectLimit }) {
  const { t } = useTranslation(['projects', 'errors']);
  const change = useLimitChange(kind, project);
  const form = useFormState(draftOf(limit), {
    isEager: true,
    problems: (draft) => {
      const found = limitProblem(draft);
      return found && { [found.field]: t(`errors:reason.${found.refusal}`) };
    },
  });
  return (
    <FormPanel
      form={form}
      label={t(`projects:limit.${kind}`)}
      saveLabel={t('projects:save')}
      resetLabel={t('projects:undo')}
      done={t('projects:updated')}
      onSave={() => change({ params: { id: String(limit.id) }, body: bodyOf(form.values) })}
    >
      <div className="stack gap-4">
        <FormCheckbox label={t(`projects:limit.in-use.${kind}`)} {...form.field('inUse')} />
        <p className="hint prose">{t(`projects:limit.about.${kind}`)}</p>
      </div>
      <LimitFigures kind={kind} limit={limit} form={form} />
      <LimitPower kind={kind} limit={limit} form={form} />
    </FormPanel>
  );
}
