/** Commands of one breaker: what is offered, the question before sending, and the outcome. */
import type { SwitchCommand } from '@busbar/domain/switch/interlock';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import type { CommandRequest } from '../../../device-kit/api/command-request.ts';
import type { DeviceDetail } from '../../../device-kit/api/device-detail.ts';
import { useSubmitCommand } from '../../../device-kit/api/use-submit-command.ts';
import { CommandOutcomeNote } from '../../../device-kit/components/command-outcome-note.tsx';
import { type CardOffer, type ControlMode, cardOffer } from '../../../device-kit/control-offer.ts';
import type { ApiError } from '../../../lib/calls/api-error.ts';
import { requestMainFocus } from '../../../lib/main-focus.ts';
import { holderOf } from '../../../lib/session/use-may.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import { CommandDialog } from './command-dialog.tsx';

/** The query that contains the device. */
export type DeviceQuery = Pick<
  UseQueryResult<unknown, ApiError>,
  'dataUpdatedAt' | 'error' | 'refetch'
>;

export interface BreakerCommands {
  readonly offer: CardOffer;
  readonly isSending: boolean;
  /** Opens the question for a command. */
  readonly ask: (command: SwitchCommand) => void;
  /** The refusal of the last command; null if there is none. */
  readonly outcome: ReactNode;
  readonly dialogs: ReactNode;
}

/** `home`: the element that receives the focus after an accepted command. */
export function useBreakerCommands(
  device: DeviceDetail,
  query: DeviceQuery,
  mode: ControlMode,
  home: RefObject<HTMLElement | null>,
): BreakerCommands {
  const { user } = useRequiredSession();
  const submission = useSubmitCommand(device);
  const [confirming, setConfirming] = useState<SwitchCommand>();
  const isDialogOpen = useRef(false);
  const offer = cardOffer({
    mode,
    holder: holderOf(user),
    kind: device.kind,
    protocol: device.protocol,
    action: device.action,
    userId: user.user_id,
    lockHolderId: device.lock?.userId ?? null,
    presence: device.presence,
    allowed: device.allowed,
    commandState: device.command?.state,
  });

  function show(command: SwitchCommand | undefined) {
    isDialogOpen.current = command !== undefined;
    setConfirming(command);
  }

  async function submit(request: CommandRequest, password?: string) {
    isDialogOpen.current = true;
    let isAccepted = false;
    try {
      isAccepted = await submission.give(request, password);
    } finally {
      // A dialog that was cancelled in the meantime has already restored the focus.
      if (isDialogOpen.current) {
        // The buttons are disabled while an accepted command is in progress.
        if (isAccepted && home.current !== null) requestMainFocus(home.current);
        show(undefined);
      }
    }
  }

  const asked = confirming ?? submission.stepUp?.request.command;
  return {
    offer,
    isSending: submission.isSending,
    ask: show,
    outcome: submission.failure !== undefined && (
      <CommandOutcomeNote
        command={submission.failure.request.command}
        error={submission.failure.error}
        onClose={submission.clearFailure}
      />
    ),
    dialogs: (
      <>
        {asked !== undefined && (
          <CommandDialog
            command={asked}
            device={device}
            readAt={query.dataUpdatedAt}
            readError={query.error}
            onRead={query.refetch}
            isSending={submission.isSending}
            stepUp={confirming === undefined ? submission.stepUp : undefined}
            onPassword={(password) => {
              if (submission.stepUp !== undefined) void submit(submission.stepUp.request, password);
            }}
            onGive={(request) => void submit(request)}
            onCancel={() => {
              show(undefined);
              submission.cancelStepUp();
            }}
          />
        )}
      </>
    ),
  };
}
