/**
 * Password dialog for a pending write, required after many commands or writes in a short time
 * (docs/promises.md C10).
 */
import { isStepUpRefusal } from '@busbar/domain/switch/control-pace';
import { useState } from 'react';
import { StepUpDialog } from '../../../device-kit/components/step-up-dialog.tsx';
import type { Exchange } from '../exchange.ts';

export interface SaveStepUpProps {
  readonly name: string;
  readonly state: Exchange;
  readonly onPassword: (password: string) => void;
  readonly onCancel: () => void;
}

export function SaveStepUp({ name, state, onPassword, onCancel }: SaveStepUpProps) {
  const [wasGiven, setWasGiven] = useState(false);
  if (state.kind !== 'refused' || state.errand !== 'save') return null;
  const { error } = state;
  // After a wrong password the write remains pending.
  const isWrong = wasGiven && error.reason === 'bad-credentials';
  if (!isWrong && !isStepUpRefusal(error.reason)) return null;
  return (
    <StepUpDialog
      stepUp={{ error: isWrong ? error : undefined }}
      deviceName={name}
      isSending={false}
      onPassword={(password) => {
        setWasGiven(true);
        onPassword(password);
      }}
      onCancel={onCancel}
    />
  );
}
