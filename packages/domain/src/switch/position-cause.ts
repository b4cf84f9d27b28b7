/** Actions of positions that devices report without the cause. */
import { SWITCH_TABLE, type SwitchAction } from './switch-action.ts';

/** The action of a position that a command of the platform has caused. */
export function actionOfCommand(isClosed: boolean): SwitchAction {
  return isClosed ? 'closeByCommand' : 'openByCommand';
}

/**
 * The action of a position that nothing explains. `known`, the last action, remains as long as the
 * position does. A breaker that was opened without a command was opened by a person, and must not
 * be closed remotely.
 */
export function actionWithoutCause(
  isClosed: boolean,
  known: SwitchAction | undefined,
): SwitchAction {
  if (known !== undefined && SWITCH_TABLE[known].closed === isClosed) return known;
  return isClosed ? 'closeByManual' : 'openByManual';
}
