/**
 * The card of a device, followed by those of its further channels, or the cards of a gateway in
 * twenty slots, one for each address of its line (docs/specification/control.md 1.3 and 4.1).
 */
import { SLAVE_ADDRESS_MAX } from '@busbar/domain/device/device-code';
import { useTranslation } from 'react-i18next';
import type { TreeDevice } from '../../../components/device-tree/tree-device.ts';
import { useDevice } from '../../../device-kit/api/use-device.ts';
import type { ControlMode } from '../../../device-kit/control-offer.ts';
import { useSlaves } from '../../slaves/api/use-slaves.ts';
import { BreakerCard } from './breaker-card.tsx';

export interface CardGridProps {
  readonly device: TreeDevice;
  readonly slaves: readonly TreeDevice[];
  readonly mode: ControlMode;
}

export function CardGrid(props: CardGridProps) {
  if (props.device.kind === 'gateway') return <SlaveCards {...props} />;
  return (
    <>
      <SingleCard {...props} />
      {hasChannelCards(props) && <ChannelCards {...props} />}
    </>
  );
}

const hasChannelCards = ({ device, slaves }: CardGridProps): boolean =>
  device.kind === 'main' && slaves.length > 0;

function ChannelCards({ device, slaves }: CardGridProps) {
  const { t } = useTranslation('control');
  const query = useSlaves(device.code);
  return (
    <ul
      className="card-grid columns columns-wide"
      aria-label={t('control:cards.slaves', { name: device.name })}
    >
      {slaves.toSorted(byAddress).map(({ code }) => (
        <li key={code}>
          <BreakerCard
            device={query.data?.find((one) => one.code === code)}
            query={query}
            mode="control"
          />
        </li>
      ))}
    </ul>
  );
}

const byAddress = (a: TreeDevice, b: TreeDevice): number =>
  (a.slaveAddress ?? 0) - (b.slaveAddress ?? 0);

function SlaveCards({ device, slaves }: CardGridProps) {
  const { t } = useTranslation('control');
  const query = useSlaves(device.code);
  const addresses = Array.from({ length: SLAVE_ADDRESS_MAX }, (_, index) => index + 1);
  return (
    <ul
      className="card-grid columns columns-wide"
      aria-label={t('control:cards.slaves', { name: device.name })}
    >
      {addresses.map((address) => {
        const slave = slaves.find((one) => one.slaveAddress === address);
        return (
          <li key={address}>
            {slave === undefined ? (
              <div className="card-slot">{t('control:cards.free', { address })}</div>
            ) : (
              <BreakerCard
                key={slave.code}
                device={query.data?.find(({ code }) => code === slave.code)}
                query={query}
                mode="control"
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** The first of several channels is as wide as the others. */
function SingleCard(props: CardGridProps) {
  const { device, mode } = props;
  const { t } = useTranslation('control');
  const query = useDevice(device.code);
  return (
    <ul
      className="card-grid columns columns-wide"
      data-single={!hasChannelCards(props)}
      aria-label={t('control:cards.one', { name: device.name })}
    >
      <li>
        <BreakerCard key={device.code} device={query.data} query={query} mode={mode} isMain />
      </li>
    </ul>
  );
}
