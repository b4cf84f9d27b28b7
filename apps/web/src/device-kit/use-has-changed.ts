/** Withdraws a confirmation if something else operates a breaker while its dialog is open. */
import type { SwitchAction } from '@busbar/domain/switch/switch-action';
import { useState } from 'react';
import { isSameState } from './shown-state.ts';

/** State of a breaker as the dialog shows it. */
export interface ShownBreaker {
  readonly code: string;
  readonly action: SwitchAction | undefined;
  /** False if the command skips it; defaults to true. */
  readonly isPossible?: boolean;
}

/**
 * True if a breaker has changed its state, or is no longer skipped, since the dialog first showed
 * fresh states. It stays true if the state changes back.
 */
export function useHasChanged(breakers: readonly ShownBreaker[], isOld: boolean): boolean {
  const [initial, setInitial] = useState<ReadonlyMap<string, ShownBreaker>>();
  const [hasChanged, setChanged] = useState(false);
  if (initial === undefined && !isOld) setInitial(new Map(breakers.map((one) => [one.code, one])));
  if (initial !== undefined && !hasChanged && breakers.some((one) => !isAsShown(one, initial))) {
    setChanged(true);
  }
  return hasChanged;
}

function isAsShown(
  { code, action, isPossible = true }: ShownBreaker,
  initial: ReadonlyMap<string, ShownBreaker>,
): boolean {
  const shown = initial.get(code);
  if (shown === undefined || !isSameState(shown.action, action)) return false;
  return !isPossible || (shown.isPossible ?? true);
}
