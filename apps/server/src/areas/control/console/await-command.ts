import { isOpenState } from '@busbar/domain/switch/command-state';
import type { Context } from '../../../context.ts';

/** Resolves when the command ends, when the wait times out, or when the client disconnects. */
export function awaitCommand(
  ctx: Context,
  commandId: string,
  lifeMs: number,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      off();
      stopTimer();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const off = ctx.bus.subscribe('command.changed', (event) => {
      if (event.commandId !== commandId) return;
      if (!isOpenState(event.state) || event.state === 'unknown') end();
    });
    const stopTimer = ctx.clock.after(lifeMs, end);
    signal.addEventListener('abort', end);
  });
}
