/**
 * Load of a breaker, with its age. A load measured before the last switching belongs to the
 * previous position and has a note saying so until the next reading.
 */
import { useTranslation } from 'react-i18next';
import { Age } from '../../components/values/age.tsx';
import { ValueWithUnit } from '../../components/values/value-with-unit.tsx';
import type { DeviceDetail } from '../api/device-detail.ts';
import './load-now.css';

export function LoadNow({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation('control');
  const { measurement, actionAt, loadKw } = device;
  const isBefore = measurement !== null && actionAt !== null && measurement.ts < actionAt;
  return (
    <>
      <ValueWithUnit
        value={loadKw}
        unit="kW"
        digits={2}
        at={measurement?.ts}
        lateAfterMs={isBefore ? 0 : device.staleMs}
      />
      {measurement !== null && (
        <span className="faint text-small">
          <Age at={measurement.ts} />
        </span>
      )}
      {isBefore && loadKw !== null && (
        <span className="load-now__before text-small">{t('control:card.load-before')}</span>
      )}
    </>
  );
}
