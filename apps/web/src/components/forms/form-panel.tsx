/** A form on a page: guards unsaved input, and can be saved or reset once it is edited. */
import { Alert, Button } from 'antd';
import type { ComponentProps, ReactNode } from 'react';
import { useUnsavedGuard } from '../../lib/use-unsaved-guard.ts';
import { ErrorAlert } from '../states/error-alert.tsx';
import type { FormControl } from './form-state.ts';
import { type SubmitOptions, useSubmit } from './use-submit.ts';
import './forms.css';

export type FormPanelProps<A> = SubmitOptions<A> & {
  form: FormControl;
  /** Accessible name of the form. */
  label: string;
  saveLabel: string;
  /** Label of the button that discards the edits. */
  resetLabel?: string;
  className?: string;
  remedy?: ComponentProps<typeof ErrorAlert>['remedy'];
  onSaved?: (answer: A) => void;
  children: ReactNode;
};

export function FormPanel<A>(props: FormPanelProps<A>) {
  const { form, resetLabel, className = 'form', onSaved, remedy } = props;
  const { submit, isBusy, error, clearError } = useSubmit(props, (answer) => {
    onSaved?.(answer);
    form.reset();
  });
  useUnsavedGuard(form.isDirty);
  const problem = form.problemOf('form');
  return (
    <form
      className={className}
      aria-label={props.label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (form.isDirty) void submit();
      }}
    >
      {props.children}
      {problem !== undefined && <Alert type="warning" showIcon role="alert" title={problem} />}
      <ErrorAlert error={error} {...(remedy !== undefined && { remedy })} />
      <div className="form-buttons">
        <Button
          type="primary"
          htmlType="submit"
          loading={isBusy}
          disabled={!form.isDirty || form.isBlocked || props.isBlocked === true}
        >
          {props.saveLabel}
        </Button>
        {resetLabel !== undefined && (
          <Button
            disabled={!form.isDirty}
            onClick={() => {
              form.reset();
              clearError();
            }}
          >
            {resetLabel}
          </Button>
        )}
      </div>
    </form>
  );
}
