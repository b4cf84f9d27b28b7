/** Capabilities of a kind of device, from the rules that validate commands and frames. */
import { bandOfKind, type DeviceKind } from '@busbar/domain/device/device-type';
import { carriesFrames } from '@busbar/domain/switch/frame-interlock';
import { COMMANDS_OF_KIND } from '@busbar/domain/switch/interlock';

export type Capability = 'measure' | 'switch' | 'lock' | 'slaves' | 'frames' | 'cellular';

export function capabilitiesOf(kind: DeviceKind): Capability[] {
  const commands = COMMANDS_OF_KIND[kind];
  return [
    'measure',
    ...(commands.includes('open') ? (['switch'] as const) : []),
    ...(commands.includes('lock') ? (['lock'] as const) : []),
    ...(kind === 'gateway' ? (['slaves'] as const) : []),
    ...(carriesFrames(kind) ? (['frames'] as const) : []),
    ...(bandOfKind(kind) === '4G' ? (['cellular'] as const) : []),
  ];
}
