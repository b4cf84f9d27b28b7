/** Why a field cannot be saved as it is, beside the field. */
import type { FieldProblem } from '@busbar/domain/protection/definition';
import { useTranslation } from 'react-i18next';

interface FieldProblemTextProps {
  id: string;
  problem: FieldProblem;
  unit: string;
}

export function FieldProblemText({ id, problem, unit }: FieldProblemTextProps) {
  const { t } = useTranslation('protection');
  const { kind, min, max, step } = problem;
  const withUnit = (value: number | undefined) =>
    value === undefined ? '' : `\u2066${value}${unit === '' ? '' : `\u202F${unit}`}\u2069`;
  return (
    <p id={id} className="protection-row__problem">
      {t(`protection:problem.${kind}`, {
        min: withUnit(min),
        max: withUnit(max),
        step: withUnit(step),
      })}
    </p>
  );
}
