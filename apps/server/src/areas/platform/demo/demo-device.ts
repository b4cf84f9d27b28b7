/** One device of the demo customer, with the parameters of its history and load. */
import type { LampLoad } from '@busbar/domain/demand/lamp-load';
import type { PastKind } from './device-past.ts';

export interface DemoSlave {
  readonly address: number;
  readonly name: string;
}

export interface DemoDevice {
  readonly code: string;
  readonly name: string;
  readonly type: 'MT61' | 'MT88C' | 'HF-DTU' | 'METER';
  readonly city: string;
  /** Postal address as shown on the control page. */
  readonly address: string;
  readonly ratedCurrentA: number;
  readonly longitude: number;
  readonly latitude: number;
  readonly slaves: readonly DemoSlave[];
  readonly past?: PastKind;
  /** Set if the device feeds street lamps. */
  readonly lamps?: LampLoad;
}
