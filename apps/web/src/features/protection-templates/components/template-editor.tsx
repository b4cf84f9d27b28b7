/**
 * Editor of a saved template: the forms of its sets, with the same bounds and checks as on a
 * device; sets can be added and removed. Nothing is sent to a breaker here.
 */
import type { ProtectionName } from '@busbar/domain/protection/definition';
import { Alert, Button } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TabStrip, tabId } from '../../../components/bars/tab-strip.tsx';
import { useErrorText } from '../../../i18n/error-text.ts';
import { useCallMutation } from '../../../lib/calls/use-call.ts';
import { useUnsavedGuard } from '../../../lib/use-unsaved-guard.ts';
import {
  isSameTemplate,
  recordsOf,
  setProblems,
  setsIn,
  templateDraft,
  withEdits,
  withoutSet,
  withSet,
} from '../template-draft.ts';
import { ChangedElsewhere } from './changed-elsewhere.tsx';
import { TemplateHead } from './template-head.tsx';
import type { Template } from './template-list.tsx';
import { TemplateSet } from './template-set.tsx';
import './template-editor.css';

export interface TemplateEditorProps {
  /** Current version of the list; if it differs from the opened one, another user has saved. */
  readonly template: Template;
  readonly mayChange: boolean;
  /** Called when the list must be refetched because this user or another one has saved. */
  readonly onChanged: () => void;
  readonly onLeave: () => void;
}

export function TemplateEditor({ template, mayChange, ...on }: TemplateEditorProps) {
  const { t } = useTranslation(['protection-templates', 'protection']);
  const errorText = useErrorText();
  const panelId = useId();
  const save = useCallMutation('v2.protection-templates.change');
  const [opened, setOpened] = useState(template);
  const saved = templateDraft(opened);
  const [draft, setDraft] = useState(saved);
  const sets = setsIn(draft);
  const [shown, setShown] = useState<ProtectionName | undefined>(sets[0]);
  const active = sets.find((set) => set === shown) ?? sets[0];
  const isDirty = !isSameTemplate(saved, draft);
  const wrong = sets.filter((set) => setProblems(draft, set).length > 0);
  const isNameless = draft.name.trim() === '';
  useUnsavedGuard(isDirty);

  const nameError = save.error?.field === 'name' ? errorText(save.error) : undefined;
  const nameProblem = isNameless ? t('protection-templates:name-required') : nameError;
  const isOld = template.version > opened.version;
  const canSave = isDirty && !isOld && !isNameless && wrong.length === 0 && sets.length > 0;
  const submit = () => {
    if (!canSave || save.isPending) return;
    const { version } = opened;
    const body = { name: draft.name.trim(), sets: recordsOf(draft) as never, version };
    save.mutate(
      { params: { id: opened.id }, body },
      {
        onSuccess: ({ data }) => {
          setOpened(data);
          setDraft(templateDraft(data));
          on.onChanged();
        },
        onError: ({ reason }) => {
          if (reason === 'template-changed') on.onChanged();
        },
      },
    );
  };

  return (
    <form
      className="template-editor stack touch"
      aria-label={t('protection-templates:editor.title', { name: opened.name })}
      aria-busy={save.isPending}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TemplateHead
        draft={draft}
        problem={nameProblem}
        isLocked={!mayChange || save.isPending}
        onName={(name) => {
          save.reset();
          setDraft({ ...draft, name });
        }}
        onAdd={(set) => {
          setDraft(withSet(draft, set, saved));
          setShown(set);
        }}
      />
      {isOld && (
        <ChangedElsewhere
          template={template}
          onTheirs={() => {
            save.reset();
            setOpened(template);
            setDraft(templateDraft(template));
          }}
          onMine={() => {
            save.reset();
            setOpened(template);
          }}
        />
      )}
      {active === undefined ? (
        <Alert
          type="warning"
          showIcon
          title={t('protection-templates:editor.empty')}
          role="alert"
        />
      ) : (
        <>
          <TabStrip
            label={t('protection-templates:editor.sets')}
            tabs={sets.map((set) => ({ key: set, label: t(`protection:tab.${set}`) }))}
            active={active}
            panelId={panelId}
            onOpen={setShown}
          />
          <div id={panelId} role="tabpanel" aria-labelledby={tabId(panelId, active)}>
            <TemplateSet
              key={active}
              set={active}
              draft={draft}
              saved={saved}
              isLocked={!mayChange || save.isPending}
              onEdit={(edits) => setDraft((old) => withEdits(old, active, edits))}
              onRemove={mayChange ? () => setDraft(withoutSet(draft, active)) : undefined}
            />
          </div>
        </>
      )}
      {save.error !== null && nameError === undefined && (
        <Alert type="error" showIcon title={errorText(save.error)} role="alert" />
      )}
      <div className="row inset">
        {mayChange && (
          <>
            <Button type="primary" htmlType="submit" loading={save.isPending} disabled={!canSave}>
              {t('protection-templates:editor.save')}
            </Button>
            <Button
              disabled={!isDirty || save.isPending}
              onClick={() => {
                save.reset();
                setDraft(saved);
              }}
            >
              {t('protection:form.undo')}
            </Button>
          </>
        )}
        <Button onClick={on.onLeave}>{t('protection-templates:report.back')}</Button>
        <span className="muted" role="status">
          {wrong.length > 0 &&
            t('protection-templates:editor.wrong', {
              sets: wrong.map((set) => t(`protection:tab.${set}`)).join(', '),
            })}
          {save.isSuccess && !isDirty && t('protection-templates:editor.saved')}
        </span>
      </div>
    </form>
  );
}
