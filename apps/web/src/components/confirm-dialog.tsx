/**
 * Asks before something is done; Cancel has the focus (docs/design.md 5.3), or the first field
 * where there is one.
 */
import { Button } from 'antd';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from './dialog.tsx';

interface ConfirmDialogProps {
  isOpen: boolean;
  title: string;
  /** What will happen, to what, and what it affects. */
  children: ReactNode;
  confirmLabel: string;
  isDanger?: boolean;
  /** With a table or list in it. */
  isWide?: boolean;
  isBusy?: boolean;
  /** Confirming is not possible (yet); the reason belongs into the content. */
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
