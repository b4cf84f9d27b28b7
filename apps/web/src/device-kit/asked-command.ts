/**
 * A command that the user chose on another screen. The card of the device asks for its confirmation
 * once; nothing is switched without it.
 */
import { useEffect } from 'react';
import type { CardOffer } from './control-offer.ts';

export type AskedCommand = 'open' | 'close';

/** A page that takes longer asks nothing: the user may be doing something else by then. */
const VALID_MS = 20_000;

let asked: { code: string; command: AskedCommand; until: number } | undefined;
const listeners = new Set<() => void>();

export function askForCommand(code: string, command: AskedCommand): void {
  asked = { code, command, until: Date.now() + VALID_MS };
  for (const listener of [...listeners]) listener();
}

/** Call this when the user goes somewhere else. */
export function cancelAskedCommand(): void {
  asked = undefined;
}

/**
 * Calls `ask` if a command was chosen for this device; a command that is blocked is dropped. Without
 * a code, no call is made.
 */
export function useAskedCommand(
  code: string | undefined,
  { offers }: CardOffer,
  ask: (command: AskedCommand) => void,
): void {
  useEffect(() => {
    const take = () => {
      const chosen = asked;
      const offer = offers.find(({ command }) => command === chosen?.command);
      // In lock mode the command is not offered until the page has changed its mode.
      if (chosen === undefined || chosen.code !== code || offer === undefined) return;
      asked = undefined;
      if (offer.block === null && Date.now() <= chosen.until) ask(chosen.command);
    };
    take();
    listeners.add(take);
    return () => {
      listeners.delete(take);
    };
  });
}
