/**
 * Dialog with a form, or with a question whose answer is sent to the server: saves on Enter, asks
 * before input is discarded, and shows a refusal at its field or above the buttons
 * (docs/design.md 5).
 */
import { Alert, Button } from 'antd';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnsavedGuard } from '../../lib/use-unsaved-guard.ts';
import { Dialog } from '../dialogs/dialog.tsx';
import { ErrorAlert } from '../states/error-alert.tsx';
import { type SubmitOptions, useSubmit } from './use-submit.ts';
import './forms.css';

export type FormDialogProps<A> = SubmitOptions<A> & {
  title: string;
  saveLabel: string;
  isDanger?: boolean;
  /** A command to a device is confirmed by its button only, not by Enter. */
  needsClick?: boolean;
  width?: number;
  /** Defaults to `onClose`. */
  onSaved?: (answer: A) => void;
  onClose: () => void;
  children: ReactNode;
};

/** Width of a dialog with a table or list. */
export const WIDE = 620;

export function FormDialog<A>(props: FormDialogProps<A>) {
  const { form, needsClick = false, onClose, onSaved = onClose } = props;
  const { t } = useTranslation();
  const cancel = useRef<HTMLButtonElement>(null);
  const { submit, isBusy, isSaved, error } = useSubmit(props, onSaved);
  const isDirty = form?.isDirty === true && !isSaved;
  const mayClose = useUnsavedGuard(isDirty);
  const close = () => (isDirty ? void mayClose().then((yes) => yes && onClose()) : onClose());
  const problem = form?.problemOf('form');
  return (
    <Dialog
      open
      title={props.title}
      width={props.width ?? 460}
      mask={{ closable: !isDirty }}
      onCancel={close}
      harmless={() => cancel.current}
      modalRender={(content) => (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            // React passes the event to a form around the dialog, although the DOM does not.
            event.stopPropagation();
            if (!needsClick) void submit();
          }}
        >
          {content}
        </form>
      )}
      footer={
        <>
          <Button ref={cancel} onClick={close}>
            {t('cancel')}
          </Button>
          <Button
            type="primary"
            htmlType={needsClick ? 'button' : 'submit'}
            {...(needsClick && { onClick: () => void submit() })}
            danger={props.isDanger === true}
            loading={isBusy}
            disabled={props.isBlocked === true || form?.isBlocked === true}
          >
            {props.saveLabel}
          </Button>
        </>
      }
    >
      <div className="form">
        {props.children}
        {problem !== undefined && <Alert type="warning" showIcon role="alert" title={problem} />}
        <ErrorAlert error={error} />
      </div>
    </Dialog>
  );
}
