import type { SwitchCommand } from '@busbar/domain/switch/interlock';

/** Returns the settings of a timer as log entries store them, with the command as `order`. */
export const timerDetail = <T extends { readonly command: SwitchCommand }>({
  command,
  ...timer
}: T) => ({ ...timer, order: command });
