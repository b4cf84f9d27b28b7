/** The dialog all others are made of: it opens with the focus where it is needed, and gives it back. */
import { Modal, type ModalProps } from 'antd';
import { useEffect } from 'react';
import { useDialogFocus } from './dialog-focus.ts';

interface DialogProps extends ModalProps {
  /** The answer that changes nothing; it has the focus where there is no field. */
  readonly harmless?: () => HTMLElement | null;
}

export function Dialog({ harmless, children, afterOpenChange, ...props }: DialogProps) {
  const { id, take } = useDialogFocus(props.open === true, harmless);
  return (
    <Modal
      {...props}
      wrapProps={{ ...props.wrapProps, 'data-dialog': id } as ModalProps['wrapProps'] & object}
      afterOpenChange={(isOpen) => {
        if (isOpen) take();
        afterOpenChange?.(isOpen);
      }}
    >
      {children}
      <OnShown onShown={take} />
    </Modal>
  );
}

/** Tells when the content stands, which is before the dialog has come to rest. */
function OnShown({ onShown }: { onShown: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the content comes.
  useEffect(() => onShown(), []);
  return null;
}
