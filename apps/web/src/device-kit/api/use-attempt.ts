/**
 * Attempts to submit a command. A request is never retried automatically: without a response it is
 * unknown whether the server accepted it. If the server requires the password first, the same
 * request is sent again with it.
 */
import { isStepUpRefusal } from '@busbar/domain/switch/control-pace';
import { useState } from 'react';
import { type ApiError, isApiError } from '../../lib/calls/api-error.ts';

export interface Attempts<O> {
  readonly failure: { readonly request: O; readonly error: ApiError } | undefined;
  /** A command that requires the password, and the reason why the last password was refused. */
  readonly stepUp: { readonly request: O; readonly error: ApiError | undefined } | undefined;
  /** Resolves with true if the server accepted the command. */
  attempt: (
    request: O,
    password: string | undefined,
    send: () => Promise<void>,
  ) => Promise<boolean>;
  cancelStepUp: () => void;
  clearFailure: () => void;
}

export function useAttempt<O>(): Attempts<O> {
  const [failure, setFailure] = useState<Attempts<O>['failure']>();
  const [stepUp, setStepUp] = useState<Attempts<O>['stepUp']>();
  return {
    failure,
    stepUp,
    attempt: async (request, password, send) => {
      setFailure(undefined);
      try {
        await send();
        setStepUp(undefined);
        return true;
      } catch (error) {
        if (!isApiError(error)) throw error;
        // After a wrong password the command still requires the correct one.
        const isWrong = password !== undefined && error.reason === 'bad-credentials';
        const needsPassword = isWrong || isStepUpRefusal(error.reason);
        setStepUp(needsPassword ? { request, error: isWrong ? error : undefined } : undefined);
        if (!needsPassword) setFailure({ request, error });
        return false;
      }
    },
    cancelStepUp: () => setStepUp(undefined),
    clearFailure: () => setFailure(undefined),
  };
}
