/** Confirmation dialog; focus is on Cancel (docs/design.md 5.3), or on the first field if any. */
import { Button } from 'antd';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from './dialog.tsx';

interface ConfirmDialogProps {
  isOpen: boolean;
  title: string;
  /** Describes the action, its object and its consequences. */
  children: ReactNode;
  confirmLabel: string;
  isDanger?: boolean;
  /** Makes the dialog wide enough for a table or list. */
  isWide?: boolean;
  isBusy?: boolean;
  /** Disables confirmation; the content must explain the reason. */
  isBlocked?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { t } = useTranslation();
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open={props.isOpen}
      title={props.title}
      onCancel={props.onCancel}
      width={props.isWide === true ? 620 : 460}
      destroyOnHidden
      harmless={() => cancel.current}
      footer={
        <>
          <Button ref={cancel} onClick={props.onCancel}>
            {t('cancel')}
          </Button>
          <Button
            type="primary"
            danger={props.isDanger === true}
            loading={props.isBusy === true}
            disabled={props.isBlocked === true}
            onClick={props.onConfirm}
          >
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      {props.children}
    </Dialog>
  );
}
