import { ENERGY_UNIT, formatEnergy } from '@busbar/domain/formats/number-format';
import { unitLabel } from '@busbar/domain/formats/unit-label';
import { useLanguage } from '../../i18n/use-language.ts';

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
