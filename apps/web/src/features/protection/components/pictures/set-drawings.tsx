/** Effect of a set on a breaker, drawn from its values alone; the set determines the drawings. */
import type { ProtectionDefinition, Values } from '@busbar/domain/protection/definition';
import { LIMIT_PICTURES } from '../../pictures.ts';
import { DayStrip } from './day-strip.tsx';
import { DelayDiagram } from './delay-diagram.tsx';
import { RecloseStrip } from './reclose-strip.tsx';
import { SupplyDiagram } from './supply-diagram.tsx';
import './protection-pictures.css';

interface SetDrawingsProps {
  readonly definition: ProtectionDefinition;
  readonly values: Values;
}

export function SetDrawings({ definition, values }: SetDrawingsProps) {
  const picture = LIMIT_PICTURES[definition.name];
  const hasSlots = definition.fields.some(({ kind }) => kind === 'count');
  return (
    <>
      {picture !== undefined && <DelayDiagram values={values} side={picture.side} />}
      {hasSlots && <RecloseStrip values={values} />}
      {definition.name === 'enableSwitch' && <SupplyDiagram values={values} />}
      {definition.name === 'timingConfig' && <DayStrip values={values} />}
    </>
  );
}
