/** One of the two threshold settings of a project: warning or alarm. */
import { Alert, App, Button, Checkbox, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../../components/states/error-state.tsx';
import { useErrorText } from '../../../../i18n/error-text.ts';
import { useUnsavedGuard } from '../../../../lib/use-unsaved-guard.ts';
import {
  type LimitKind,
  type ProjectLimit,
  useLimitChange,
  useProjectLimit,
} from '../../api/use-project-config.ts';
import { bodyOf, draftOf, type LimitDraft, limitProblem } from '../limit-draft.ts';
import { LimitFigures } from './limit-figures.tsx';
import type { LimitPartProps } from './limit-part.ts';
import { LimitPower } from './limit-power.tsx';

export function LimitPanel({ kind, project }: { kind: LimitKind; project: number }) {
  const limit = useProjectLimit(kind, project);
  const { data, error } = limit;
  if (data === undefined) {
    return error === null ? (
      <Skeleton active title={false} paragraph={{ rows: 8 }} />
    ) : (
      <ErrorState error={error} onRetry={() => void limit.refetch()} />
    );
  }
  return <LimitForm key={data.id} kind={kind} project={project} limit={data} />;
}

function LimitForm(props: { kind: LimitKind; project: number; limit: ProjectLimit }) {
  const { kind, project, limit } = props;
  const { t } = useTranslation(['projects', 'errors']);
  const { message } = App.useApp();
  const errorText = useErrorText();
  const { change, keep } = useLimitChange(kind, project);
  const [edited, setEdited] = useState<LimitDraft>();
  const [isAsked, setAsked] = useState(false);
  useUnsavedGuard(edited !== undefined);
  // Values saved by another user are shown until the form is edited.
  const draft = edited ?? draftOf(limit);
  const found = limitProblem(draft);
  const said = (field: keyof LimitDraft) =>
    (isAsked || edited !== undefined) && found?.field === field
      ? t(`errors:reason.${found.refusal}`)
      : undefined;
  const part: LimitPartProps = {
    kind,
    limit,
    draft,
    said,
    set: (changed) => setEdited({ ...draft, ...changed }),
  };
  const forget = () => {
    setEdited(undefined);
    setAsked(false);
    change.reset();
  };

  const save = () => {
    setAsked(true);
    if (found !== undefined) return;
    change.mutate(
      { params: { id: String(limit.id) }, body: bodyOf(draft) },
      {
        onSuccess: (answer) => {
          keep(answer);
          forget();
          void message.success(t('projects:updated'));
        },
      },
    );
  };

  return (
    <form
      className="project-form limit-form"
      aria-label={t(`projects:limit.${kind}`)}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <fieldset className="limit-form__all">
        <div className="limit-form__use">
          <Checkbox
            checked={draft.inUse}
            onChange={({ target }) => part.set({ inUse: target.checked })}
          >
            {t(`projects:limit.in-use.${kind}`)}
          </Checkbox>
          <p className="project-form__hint">{t(`projects:limit.about.${kind}`)}</p>
        </div>
        <LimitFigures {...part} />
        <LimitPower {...part} />
      </fieldset>
      {change.error !== null && (
        <Alert type="error" showIcon role="alert" title={errorText(change.error)} />
      )}
      <div className="project-form__buttons">
        <Button disabled={edited === undefined} onClick={forget}>
          {t('projects:undo')}
        </Button>
        <Button
          type="primary"
          htmlType="submit"
          disabled={edited === undefined}
          loading={change.isPending}
        >
          {t('projects:save')}
        </Button>
      </div>
    </form>
  );
}
