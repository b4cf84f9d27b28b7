/**
 * The cards of a device in at least eight slots, those of a gateway in twenty, one for each address
 * of its line (docs/specification/control.md 1.3 and 4.1).
 */
import { SLAVE_ADDRESS_MAX } from '@busbar/domain/device/device-code';
import { useTranslation } from 'react-i18next';
import type { TreeDevice } from '../../../components/device-tree/tree-device.ts';
import type { ControlMode } from '../../../device-kit/control-offer.ts';
import { BreakerCard } from './breaker-card.tsx';

const MIN_SLOTS = 8;

export interface CardGridProps {
  readonly device: TreeDevice;
  readonly slaves: readonly TreeDevice[];
  readonly mode: ControlMode;
}

export function CardGrid({ device, slaves, mode }: CardGridProps) {
  const { t } = useTranslation('control');
  if (device.kind === 'gateway') {
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
                <BreakerCard key={slave.code} code={slave.code} mode="control" />
              )}
            </li>
          );
        })}
      </ul>
    );
  }
  const blanks = Array.from({ length: MIN_SLOTS - 1 }, (_, index) => index + 2);
  return (
    <ul
      className="card-grid columns columns-wide"
      data-single
      aria-label={t('control:cards.one', { name: device.name })}
    >
      <li>
        <BreakerCard key={device.code} code={device.code} mode={mode} />
      </li>
      {blanks.map((slot) => (
        <li key={slot} className="card-slot" aria-hidden="true" />
      ))}
    </ul>
  );
}
