/** A form on a page. It guards unsaved input, and can be saved or reset once it has been edited. */
import { Alert, Button } from 'antd';
import type { ComponentProps, ReactNode } from 'react';
import { useUnsavedGuard } from '../../lib/use-unsaved-guard.ts';
import { ErrorAlert } from '../states/error-alert.tsx';
import type { FormControl } from './form-state.ts';
import { type SubmitOptions, useSubmit } from './use-submit.ts';

export type FormPanelProps<A> = SubmitOptions<A> & {
  form: FormControl;
  /** Accessible name, which makes the form a landmark. */
  label?: string;
  saveLabel: string;
  /** True if the initial values were never saved: they can be saved without an edit. */
  isNew?: boolean;
  /** Label of the button that discards the edits. */
  resetLabel?: string;
  /** Content after the buttons. */
  note?: ReactNode;
  className?: string;
  /** CSS class of the line with the buttons. */
  buttonsClass?: string;
  remedy?: ComponentProps<typeof ErrorAlert>['remedy'];
  onSaved?: (answer: A) => void;
  children: ReactNode;
};

export function FormPanel<A>(props: FormPanelProps<A>) {
  const {
    form,
    isNew = false,
    resetLabel,
    className = 'stack gap-16',
    buttonsClass = 'row',
    onSaved,
    remedy,
  } = props;
  const { ref, submit, loading, error } = useSubmit(props, (answer) => {
    onSaved?.(answer);
    // Edits made while the form is being saved are retained.
    form.reset(form.edits);
  });
  useUnsavedGuard(form.isDirty);
  const problem = form.problemOf('form');
  return (
    <form
      ref={ref}
      className={className}
      aria-label={props.label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (form.isDirty || isNew) void submit();
      }}
    >
      {props.children}
      {problem !== undefined && <Alert type="warning" showIcon role="alert" title={problem} />}
      <ErrorAlert error={error} {...(remedy !== undefined && { remedy })} />
      <div className={buttonsClass}>
        <Button
          type="primary"
          htmlType="submit"
          loading={loading}
          disabled={!(form.isDirty || isNew) || form.isBlocked || props.isBlocked === true}
        >
          {props.saveLabel}
        </Button>
        {resetLabel !== undefined && (
          <Button disabled={!form.isDirty} onClick={() => form.reset()}>
            {resetLabel}
          </Button>
        )}
        {props.note}
      </div>
    </form>
  );
}
