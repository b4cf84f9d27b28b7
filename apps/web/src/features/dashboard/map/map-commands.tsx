/** Commands on a card of the map, with the same confirmation as on the page of the device. */
import type { RefObject } from 'react';
import type { DeviceDetail } from '../../../device-kit/api/device-detail.ts';
import { CommandButtons } from '../../device-control/components/command-buttons.tsx';
import {
  type DeviceQuery,
  useBreakerCommands,
} from '../../device-control/components/use-breaker-commands.tsx';

interface MapCommandsProps {
  readonly device: DeviceDetail;
  readonly query: DeviceQuery;
  readonly home: RefObject<HTMLElement | null>;
}

export function MapCommands({ device, query, home }: MapCommandsProps) {
  const commands = useBreakerCommands(device, query, 'control', home);
  return (
    <div className="map-info__commands">
      <CommandButtons offer={commands.offer} isSending={commands.isSending} onAsk={commands.ask} />
      {commands.outcome}
      {commands.dialogs}
    </div>
  );
}
