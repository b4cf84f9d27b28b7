/** Validation error shown at a field. */

import { ltrText } from '@busbar/domain/formats/ltr-text';
import { formatShort, withUnit } from '@busbar/domain/formats/number-format';
import type { FieldProblem } from '@busbar/domain/protection/definition';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/use-language.ts';

interface FieldProblemTextProps {
  id: string;
  problem: FieldProblem;
  unit: string;
}

export function FieldProblemText({ id, problem, unit }: FieldProblemTextProps) {
  const { t } = useTranslation('protection');
  const { kind, min, max, step } = problem;
  const { tag } = useLanguage();
  const text = (value: number | undefined) =>
    value === undefined ? '' : ltrText(withUnit(formatShort(value, 6, tag), unit, tag));
  return (
    <p id={id} className="protection-row__problem bad text-small">
      {t(`protection:problem.${kind}`, {
        min: text(min),
        max: text(max),
        step: text(step),
      })}
    </p>
  );
}
