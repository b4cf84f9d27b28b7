/** Common frame of the sections: title, source of the values, save button and error. */
import { Button, Tag } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { ErrorAlert } from '../../../components/states/error-alert.tsx';
import type { SectionState } from '../use-section.ts';

interface SectionFrameProps {
  state: SectionState;
  /** The input is invalid and cannot be saved. */
  isWrong: boolean;
  onSave: () => void;
  /** Warning about the consequence of a reset to the environment; undefined if there is none. */
  resetWords?: ReactNode;
  children: ReactNode;
}

export function SectionFrame({ state, isWrong, onSave, resetWords, children }: SectionFrameProps) {
  const { t } = useTranslation('configuration');
  const [isAsking, setAsking] = useState(false);
  const section = t(`configuration:section.${state.section}`);
  const { isDirty, isFixed, isBusy, error } = state;
  return (
    <form
      className="configuration__section stack panel touch"
      data-section={state.section}
      aria-label={section}
      onSubmit={(event) => {
        event.preventDefault();
        if (isDirty && !isWrong && !isFixed) onSave();
      }}
    >
      <header className="row gap-12">
        <h2>{section}</h2>
        <Tag>{t(`configuration:source.${state.source}`)}</Tag>
      </header>
      <p className="muted prose">{t(`configuration:about.${state.section}`)}</p>
      <fieldset
        className="columns columns-wide align-start gap-16"
        disabled={isFixed}
        aria-label={section}
      >
        {children}
      </fieldset>
      <ErrorAlert
        error={error}
        remedy={{
          label: t('configuration:again'),
          reason: 'setting-changed',
          onClick: state.again,
        }}
      />
      {!isFixed && (
        <div className="row">
          <Button
            type="primary"
            htmlType="submit"
            loading={isBusy}
            disabled={!isDirty || isWrong}
            aria-label={t('configuration:save-of', { section })}
          >
            {t('configuration:save')}
          </Button>
          <Button
            disabled={!isDirty}
            aria-label={t('configuration:undo-of', { section })}
            onClick={state.undo}
          >
            {t('configuration:undo')}
          </Button>
          <Button
            disabled={state.source !== 'saved'}
            aria-label={t('configuration:reset-of', { section })}
            onClick={() => setAsking(true)}
          >
            {t('configuration:reset')}
          </Button>
        </div>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title={t('configuration:reset-ask', { section })}
        confirmLabel={t('configuration:reset')}
        isDanger={resetWords !== undefined}
        onConfirm={() => {
          setAsking(false);
          state.reset(resetWords !== undefined);
        }}
        onCancel={() => setAsking(false)}
      >
        <p>{t('configuration:reset-body')}</p>
        {resetWords}
      </ConfirmDialog>
    </form>
  );
}
