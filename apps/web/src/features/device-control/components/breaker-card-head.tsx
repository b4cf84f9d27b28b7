/** The head of a breaker's card: number of the channel or slave address, name, timers, code and presence. */
import { SimulatedTag } from '../../../components/device-tree/device-name.tsx';
import { PresenceTag } from '../../../components/states/presence-tag.tsx';
import type { DeviceDetail } from '../../../device-kit/api/device-detail.ts';
import { ChannelTag } from '../../../device-kit/components/channel-tag.tsx';
import { isMeterChannel } from '../../../device-kit/use-channel.ts';
import { TimersLink } from '../../timers/components/timers-link.tsx';

interface BreakerCardHeadProps {
  readonly device: DeviceDetail;
  /** Id of the heading, which names the card. */
  readonly titleId: string;
}

export function BreakerCardHead({ device, titleId }: BreakerCardHeadProps) {
  const { channel } = device;
  const hasTimers = device.kind === 'slave' && !isMeterChannel(device);
  return (
    <header className="breaker-card__head stack gap-2">
      <div className="breaker-card__line line spread gap-text">
        <h2 id={titleId} title={device.name}>
          {channel !== null && <ChannelTag channel={channel} />}{' '}
          {channel === null && device.slaveAddress !== null && (
            <span className="breaker-card__address muted text-tiny centered ltr">
              {device.slaveAddress}
            </span>
          )}
          <span className="breaker-card__name" dir="auto">
            {device.name}
          </span>
          <SimulatedTag code={device.code} />
        </h2>
        {hasTimers && <TimersLink device={device} isSmall />}
      </div>
      <div className="breaker-card__line line spread gap-text">
        <span className="breaker-card__code faint code ltr">{device.code}</span>
        <PresenceTag presence={device.presence} heardAt={device.heardAt} isPlain={false} />
      </div>
    </header>
  );
}
