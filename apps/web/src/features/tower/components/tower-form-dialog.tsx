/** Dialog to create or edit a tower: its device, its figures, up to four users. */
import { PlusOutlined } from '@ant-design/icons';
import { Alert, App, Button, Input, Select } from 'antd';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { DeviceSelect } from '../../../components/fields/device-select.tsx';
import { NumberField } from '../../../components/fields/number-field.tsx';
import { useErrorText } from '../../../i18n/error-text.ts';
import { useUnsavedGuard } from '../../../lib/use-unsaved-guard.ts';
import { type TowerSettings, useTowerChanges, useTowerProjects } from '../api/use-towers.ts';
import {
  bodyOf,
  type DraftUser,
  draftOf,
  draftProblem,
  FIGURE_UNITS,
  FIGURES,
  mayAddUser,
  newUser,
  type TowerDraft,
} from '../tower-draft.ts';
import { Field } from './field.tsx';
import { UserFields } from './user-fields.tsx';

interface TowerFormDialogProps {
  /** Undefined for a new tower. */
  tower?: TowerSettings;
  projectId?: number | undefined;
  /** `id` is the tower's id if it was saved. */
  onDone: (id?: number) => void;
}

export function TowerFormDialog({ tower, projectId, onDone }: TowerFormDialogProps) {
  const { t } = useTranslation('towers');
  const { message } = App.useApp();
  const errorText = useErrorText();
  const projects = useTowerProjects();
  const { add, change, followed } = useTowerChanges();
  const [draft, setDraft] = useState(() => draftOf(tower, projectId));
  const [isDirty, setDirty] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const [savedId, setSavedId] = useState<number>();
  const id = useId();
  const mayClose = useUnsavedGuard(isDirty);
  const close = () => void mayClose().then((yes) => yes && onDone());
  const set = (part: Partial<TowerDraft>) => {
    setDirty(true);
    setDraft({ ...draft, ...part });
  };
  // Runs after the render that disables the guard, so that navigating to the tower discards
  // nothing.
  useEffect(() => {
    if (savedId !== undefined) onDone(savedId);
  }, [savedId, onDone]);
  const setUser = (at: number, user: DraftUser) => set({ users: draft.users.with(at, user) });
  const found = draftProblem(draft);
  const wrong = isAsked ? found : undefined;
  const said = (field: string) =>
    wrong?.field === field ? t(`towers:problem.${wrong.problem}`) : undefined;
  const failure = add.error ?? change.error;

  const save = async () => {
    setAsked(true);
    if (found !== undefined) return;
    const body = bodyOf(draft);
    const answer = await (tower === undefined
      ? add.mutateAsync({ body })
      : change.mutateAsync({ params: { id: String(tower.id) }, body })
    ).catch(() => undefined);
    if (answer === undefined) return;
    setDirty(false);
    void followed();
    void message.success(answer.msg);
    setSavedId(answer.data.id);
  };

  return (
    <Dialog
      open
      title={tower === undefined ? t('towers:add') : t('towers:form.title', { name: tower.name })}
      width={860}
      mask={{ closable: !isDirty }}
      onCancel={close}
      footer={
        <>
          <Button onClick={close}>{t('common:cancel')}</Button>
          <Button
            type="primary"
            loading={add.isPending || change.isPending}
            onClick={() => void save()}
          >
            {t('towers:form.save')}
          </Button>
        </>
      }
    >
      <div className="tower-form stack gap-16">
        <div className="columns columns-narrow gap-16">
          <Field label={t('towers:form.name')} id={`${id}-name`} said={said('name')}>
            <Input
              id={`${id}-name`}
              value={draft.name}
              maxLength={60}
              dir="auto"
              onChange={({ target }) => set({ name: target.value })}
            />
          </Field>
          <Field label={t('towers:project')} said={said('project')}>
            <Select
              aria-label={t('towers:project')}
              value={draft.project ?? null}
              options={(projects.data ?? []).map((one) => ({ value: one.id, label: one.name }))}
              onChange={(project: number | null) => set({ project: project ?? undefined })}
            />
          </Field>
          <Field
            label={t('towers:form.device')}
            said={said('device')}
            about={t('towers:form.device-about')}
          >
            <DeviceSelect isOne value={draft.device} onChange={(device) => set({ device })} />
          </Field>
        </div>
        <div className="columns columns-narrow gap-16">
          {FIGURES.map((figure) => (
            <Field
              key={figure}
              label={t(`towers:figure.${figure}`)}
              id={`${id}-${figure}`}
              said={said(figure)}
              about={t(`towers:figure-about.${figure}`)}
            >
              <NumberField
                id={`${id}-${figure}`}
                label={t(`towers:figure.${figure}`)}
                value={draft.figures[figure]}
                precision={figure === 'batteryKwh' || figure === 'mainsMinV' ? 1 : 0}
                unit={FIGURE_UNITS[figure]}
                onChange={(value) => set({ figures: { ...draft.figures, [figure]: value } })}
              />
            </Field>
          ))}
        </div>
        {draft.users.map((user, at) => (
          <UserFields
            key={user.slot}
            user={user}
            said={(field) => said(`users.${at}.${field}`)}
            onChange={(next) => setUser(at, next)}
            onRemove={() => set({ users: draft.users.filter((one) => one !== user) })}
          />
        ))}
        {mayAddUser(draft.users) && (
          <Button
            icon={<PlusOutlined />}
            onClick={() => set({ users: [...draft.users, newUser(draft.users)] })}
          >
            {t('towers:form.add-user')}
          </Button>
        )}
        {wrong !== undefined && (
          <Alert
            type="warning"
            showIcon
            role="alert"
            title={t(`towers:problem.${wrong.problem}`)}
          />
        )}
        {failure !== null && (
          <Alert
            type="error"
            showIcon
            role="alert"
            title={errorText(failure)}
            description={failure.field === undefined ? undefined : <bdi>{failure.field}</bdi>}
          />
        )}
      </div>
    </Dialog>
  );
}
