/** Choice of the sets that a new template includes, each with its main values. */
import { useTranslation } from 'react-i18next';
import { FormCheckbox } from '../../../components/forms/form-checkbox.tsx';
import { useProtectionGlance } from '../../protection/use-protection-glance.ts';

export interface SourceSet {
  readonly set: string;
  readonly values: object;
}

interface TemplateSetsProps {
  readonly sets: readonly SourceSet[];
  /** Names of the sets that are left out. */
  readonly left: readonly string[];
  readonly onLeft: (left: readonly string[]) => void;
}

export function TemplateSetChoice({ sets, left, onLeft }: TemplateSetsProps) {
  const { t } = useTranslation('protection');
  const glance = useProtectionGlance();
  return sets.map(({ set, values }) => (
    <FormCheckbox
      key={set}
      label={
        <span className="stack gap-2">
          <span>{t(`protection:tab.${set}`, set)}</span>
          <span className="hint">{glance(set, values)}</span>
        </span>
      }
      value={!left.includes(set)}
      onChange={(isSelected) =>
        onLeft(isSelected ? left.filter((one) => one !== set) : [...left, set])
      }
    />
  ));
}
