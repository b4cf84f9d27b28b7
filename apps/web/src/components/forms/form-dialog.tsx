/**
 * Dialog with a form, or with a confirmation that sends a request. It saves on Enter, asks for
 * confirmation before input is discarded, and shows a refusal at its field or above the buttons
 * (docs/design.md 5).
 */
import { Alert, Button } from 'antd';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnsavedGuard } from '../../lib/use-unsaved-guard.ts';
import { Dialog } from '../dialogs/dialog.tsx';
import { ErrorAlert } from '../states/error-alert.tsx';
import { type SubmitOptions, useSubmit } from './use-submit.ts';

export type FormDialogProps<A> = SubmitOptions<A> & {
  title: string;
  saveLabel: string;
  isDanger?: boolean;
  /** Called on Enter instead of saving, if saving requires a click, as for a device command. */
  onEnter?: () => void;
  width?: number;
  className?: string;
  /** Defaults to `onClose`. */
  onSaved?: (answer: A) => void;
  onClose: () => void;
  children: ReactNode;
};

/** Width of a dialog with a table or list. */
export const WIDE = 620;

export function FormDialog<A>(props: FormDialogProps<A>) {
  const { form, onEnter, onClose, onSaved = onClose } = props;
  const { t } = useTranslation();
  const cancel = useRef<HTMLButtonElement>(null);
  const { ref, submit, loading, isSaved, error } = useSubmit(props, onSaved);
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
          ref={ref}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            // React propagates the event to a form around the dialog, although the DOM does not.
            event.stopPropagation();
            if (onEnter === undefined) void submit();
            else onEnter();
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
            {...(onEnter === undefined ? { htmlType: 'submit' } : { onClick: () => void submit() })}
            danger={props.isDanger === true}
            loading={loading}
            disabled={props.isBlocked === true || form?.isBlocked === true}
          >
            {props.saveLabel}
          </Button>
        </>
      }
    >
      <div className={`stack gap-16 touch ${props.className ?? ''}`}>
        {props.children}
        {problem !== undefined && <Alert type="warning" showIcon role="alert" title={problem} />}
        <ErrorAlert error={error} />
      </div>
    </Dialog>
  );
}
