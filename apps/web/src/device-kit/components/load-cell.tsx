/**
 * Load of a device in a list: power, percent of the rated current and a bar. A load that is outdated
 * or was measured before the last switching is hatched and shows its age.
 */
import { WarningFilled } from '@ant-design/icons';
import { formatPercent } from '@busbar/domain/formats/number-format';
import { loadBand } from '@busbar/domain/load/load-percent';
import { isOfPresentPosition } from '@busbar/domain/load/lost-load';
import { useTranslation } from 'react-i18next';
import { Age, useAgeMs } from '../../components/values/age.tsx';
import { LoadBar } from '../../components/values/load-bar.tsx';
import { ValueWithUnit } from '../../components/values/value-with-unit.tsx';
import { useLanguage } from '../../i18n/use-language.ts';
import './load-cell.css';

interface ListedLoad {
  readonly loadKw: number | null;
  readonly loadPercent: number | null;
  readonly loadAt: number | null;
  readonly actionAt: number | null;
  readonly staleMs: number;
}

function useIsStale(load: ListedLoad): boolean {
  const age = useAgeMs(load.loadAt);
  return !isOfPresentPosition(load) || (age !== null && age > load.staleMs);
}

export function LoadCell({ load }: { load: ListedLoad }) {
  const { loadKw, loadPercent, loadAt, staleMs } = load;
  const isStale = useIsStale(load);
  if (loadKw === null && loadPercent === null) return '–';
  return (
    <span className="load-cell">
      <span className="load-cell__values">
        <ValueWithUnit
          value={loadKw}
          unit="kW"
          digits={2}
          at={loadAt}
          lateAfterMs={isStale ? 0 : staleMs}
        />
        {loadPercent !== null && <PercentText percent={loadPercent} isStale={isStale} />}
      </span>
      {loadPercent !== null && <LoadBar percent={loadPercent} isStale={isStale} />}
      {isStale && (
        <span className="faint text-tiny">
          <Age at={loadAt} />
        </span>
      )}
    </span>
  );
}

export function PercentCell({ load }: { load: ListedLoad }) {
  const isStale = useIsStale(load);
  if (load.loadPercent === null) return '–';
  return <PercentText percent={load.loadPercent} isStale={isStale} />;
}

/** Percent of the rated current, with a sign and a text where the bar changes its colour. */
function PercentText({ percent, isStale }: { percent: number; isStale: boolean }) {
  const { t } = useTranslation('devices');
  const { tag } = useLanguage();
  const band = loadBand(percent);
  const label = band === 'normal' ? t('devices:load.of-rated') : t(`devices:load.${band}`);
  return (
    <span className="load-cell__percent" data-band={isStale ? 'normal' : band} title={label}>
      {band !== 'normal' && !isStale && <WarningFilled aria-hidden />}
      <bdi className="ltr">{formatPercent(percent, 0, tag)}</bdi>
      {band !== 'normal' && !isStale && <span className="visually-hidden">{label}</span>}
    </span>
  );
}
