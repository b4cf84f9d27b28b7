/** One slot of a command to several slaves of a gateway. */
import type { SwitchCommand } from './interlock.ts';

export interface SlaveSlotCommand {
  /** `s1` to `s20`: identifies the slave's command in messages to the user. */
  readonly slot: string;
  /** 1 to 20. */
  readonly address: number;
  readonly order: Extract<SwitchCommand, 'open' | 'close'>;
}

/** The same slot in the command that is sent to the gateway. */
export interface SlaveSlot {
  readonly address: number;
  readonly order: 'none' | 'close' | 'open';
}
