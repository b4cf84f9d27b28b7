/**
 * Form for one timer, or for a close and an open timer entered as a pair. A pair is saved one after
 * the other: if the second is refused, the form reports the first as saved and retains the second.
 */
import { COMMANDS_OF_KIND } from '@busbar/domain/switch/interlock';
import { Alert, Button, Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TreeDevice } from '../../../components/device-tree/tree-device.ts';
import { FormSegments } from '../../../components/forms/form-choice.tsx';
import { FormClock } from '../../../components/forms/form-clock.tsx';
import { FormSelect } from '../../../components/forms/form-select.tsx';
import { useSwitchedName } from '../../../device-kit/use-channel.ts';
import { useErrorText } from '../../../i18n/error-text.ts';
import { isApiError } from '../../../lib/calls/api-error.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import { useUnsavedGuard } from '../../../lib/use-unsaved-guard.ts';
import { useTimerSave } from '../api/use-timers.ts';
import type { Timer } from '../timer.ts';
import {
  type DraftProblems,
  problemsOf,
  settingsOf,
  type TimerDraft,
  type TimerSetting,
} from '../timer-draft.ts';
import { DaysInput } from './days-input.tsx';

export interface TimerFormProps {
  readonly initial: TimerDraft;
  /** Devices the timer can switch (`timedDevices`). */
  readonly devices: readonly TreeDevice[];
  readonly timers: readonly Timer[];
  readonly onDone: () => void;
}

export function TimerForm({ initial, devices, timers, onDone }: TimerFormProps) {
  const { t } = useTranslation(['timers', 'control', 'errors', 'shell']);
  const errorText = useErrorText();
  const switchedName = useSwitchedName();
  const { zone } = useRequiredSession().user;
  const [draft, setDraft] = useState(initial);
  const [isDirty, setDirty] = useState(false);
  const [problems, setProblems] = useState<DraftProblems>({});
  const [failure, setFailure] = useState<string>();
  const [saved, setSaved] = useState<TimerSetting>();
  const save = useTimerSave();
  const [isSaving, setSaving] = useState(false);
  const mayClose = useUnsavedGuard(isDirty);
  const kind = devices.find(({ code }) => code === draft.deviceCode)?.kind;
  const hasChannels = devices.some(({ channel }) => channel !== null);
  const commands = kind === undefined ? [] : COMMANDS_OF_KIND[kind];

  const edit = (change: Partial<TimerDraft>) => {
    setDirty(true);
    setDraft((old) => ({ ...old, ...change }));
    // Hides the error of a field while it is edited.
    setProblems((old) => {
      const rest = Object.entries(old).filter(([field]) => !(field in change));
      return Object.fromEntries(rest) as DraftProblems;
    });
  };
  const messageOf = (problem: DraftProblems[keyof DraftProblems]) => {
    if (problem === undefined) return undefined;
    return problem === 'pair-same-time'
      ? t('timers:form.pair-same-time')
      : t(`errors:reason.${problem}`);
  };

  const submit = async () => {
    const found = problemsOf(draft, timers);
    setProblems(found);
    setFailure(undefined);
    setSaved(undefined);
    if (Object.keys(found).length > 0) return;
    setSaving(true);
    let before: TimerSetting | undefined;
    for (const setting of settingsOf(draft)) {
      try {
        await save(setting);
        before = setting;
      } catch (error) {
        // The saved timer is removed from the form; only the unsaved one remains.
        if (before !== undefined) {
          const { command, time } = setting;
          setDraft({ ...draft, mode: 'one', command, time });
          setSaved(before);
        }
        setSaving(false);
        return explain(error, before === undefined ? setting.field : 'time');
      }
    }
    setDirty(false);
    onDone();
  };
  const explain = (error: unknown, timeField: TimerSetting['field']) => {
    const field = isApiError(error) ? error.field : undefined;
    const reason = isApiError(error) ? error.reason : undefined;
    if (reason === 'timer-taken' || reason === 'timer-time-invalid') {
      setProblems({ [timeField]: reason });
    } else if (field === 'days' && reason === 'timer-days-invalid') setProblems({ days: reason });
    else if (isApiError(error) && error.kind !== 'refused') {
      setFailure(`${errorText(error)} ${t('timers:form.unsure')}`);
    } else setFailure(errorText(error));
  };

  return (
    <form
      className="timer-form stack gap-16 to-start"
      aria-label={t(draft.id === undefined ? 'timers:form.add' : 'timers:form.change')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {devices.length > 1 && (
        <FormSelect
          label={t(hasChannels ? 'control:confirm.channel' : 'timers:form.device')}
          value={draft.deviceCode}
          disabled={draft.id !== undefined}
          options={devices.map((one) => ({ value: one.code, label: switchedName(one) }))}
          onChange={(deviceCode) => edit({ deviceCode })}
        />
      )}
      {draft.id === undefined && saved === undefined && (
        <Segmented<TimerDraft['mode']>
          aria-label={t('timers:form.mode')}
          value={draft.mode}
          onChange={(mode) => edit({ mode })}
          options={[
            { value: 'one', label: t('timers:form.one') },
            { value: 'pair', label: t('timers:form.pair') },
          ]}
        />
      )}
      <DaysInput
        value={draft.days}
        problem={messageOf(problems.days)}
        onChange={(days) => edit({ days })}
      />
      {draft.mode === 'one' ? (
        <>
          <FormSegments
            label={t('timers:form.order')}
            value={draft.command}
            options={commands.map((value) => ({ value, label: t(`control:order.${value}`) }))}
            onChange={(command) => edit({ command })}
          />
          <FormClock
            label={t('timers:form.time')}
            value={draft.time}
            problem={messageOf(problems.time)}
            onChange={(time) => edit({ time })}
          />
        </>
      ) : (
        <div className="columns columns-fit columns-narrow gap-16 full">
          <FormClock
            label={t('timers:form.close-time')}
            value={draft.closeTime}
            problem={messageOf(problems.closeTime)}
            onChange={(closeTime) => edit({ closeTime })}
          />
          <FormClock
            label={t('timers:form.open-time')}
            value={draft.openTime}
            problem={messageOf(problems.openTime)}
            onChange={(openTime) => edit({ openTime })}
          />
        </div>
      )}
      <p className="hint">{t('shell:range.zone', { zone })}</p>
      <p className="order-effect">{t('timers:form.warning')}</p>
      {saved !== undefined && (
        <Alert
          type="info"
          showIcon
          role="status"
          title={t('timers:form.half', {
            order: t(`control:order.${saved.command}`),
            time: saved.time,
          })}
        />
      )}
      {failure !== undefined && <Alert type="error" showIcon role="alert" title={failure} />}
      <div className="timer-form__buttons line touch">
        <Button onClick={() => void mayClose().then((yes) => yes && onDone())}>
          {t('common:cancel')}
        </Button>
        <Button type="primary" htmlType="submit" loading={isSaving}>
          {t('timers:form.save')}
        </Button>
      </div>
    </form>
  );
}
