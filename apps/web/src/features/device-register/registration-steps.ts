/** Data that one registration step passes to the next. */
import type { DeviceProtocol } from '@busbar/domain/device/protocol/device-protocol';
import type { NewDevice } from '../../device-kit/components/device-form-dialog.tsx';

export interface Registered {
  readonly code: string;
  readonly name: string;
  readonly group: number;
  /** True for a DTU, whose meters are added after its registration. */
  readonly isDtu: boolean;
  readonly protocol: DeviceProtocol;
  /** Connection data; undefined for a slave, because its gateway connects for it. */
  readonly secret?: Omit<NewDevice, 'code' | 'name' | 'isDtu' | 'protocol'>;
}
