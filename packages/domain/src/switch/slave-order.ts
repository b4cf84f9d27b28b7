/** One slot of an order to several slaves of a gateway. */
import type { SwitchOrder } from './interlock.ts';

export interface SlaveSlotOrder {
  /** `s1` to `s20`: names the part of the order a person is told about. */
  readonly slot: string;
  /** 1 to 20. */
  readonly address: number;
  readonly order: Extract<SwitchOrder, 'open' | 'close'>;
}
