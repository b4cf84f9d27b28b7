/** Base of all dialogs: sets the initial focus and restores it after closing. */
import { Modal, type ModalProps } from 'antd';
import { useEffect } from 'react';
import { useDialogFocus } from './dialog-focus.ts';

interface DialogProps extends ModalProps {
  /** Returns the element of the action without effect, which is focused if there is no field. */
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

/** Calls back when the content is mounted, before the opening animation of the dialog ends. */
function OnShown({ onShown }: { onShown: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the content is mounted.
  useEffect(() => onShown(), []);
  return null;
}
