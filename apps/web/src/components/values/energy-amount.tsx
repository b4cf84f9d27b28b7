import { unitLabel } from '@busbar/domain/unit-label';
import { useLanguage } from '../../i18n/use-language.ts';
import { ENERGY_UNIT, formatEnergy } from '../../lib/formats/number-format.ts';

/** Energy with its unit and all its digits, left to right in every language. */
export function EnergyAmount({ kwh, unit = ENERGY_UNIT }: { kwh: number; unit?: string }) {
  const { tag } = useLanguage();
  return (
    <bdi className="ltr value">
      {formatEnergy(kwh, tag)}
      <span className="value-unit">{`\u202F${unitLabel(unit, tag)}`}</span>
    </bdi>
  );
}
