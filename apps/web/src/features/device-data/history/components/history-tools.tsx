/** Selects span and quantities; both are stored in the URL. */
import { Checkbox, Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import {
  PHASE_SETS,
  type PhaseSet,
  setPhaseSet,
  usePhaseSet,
} from '../../../../charts/phase-colors.ts';
import { QUANTITIES, type Quantity } from '../../../../device-kit/quantities.ts';
import { PHASE_COLORS } from '../../../../theme/palette.ts';
import type { HistorySpan } from '../use-history-span.ts';
import { SpanTools } from './span-tools.tsx';

export interface HistoryToolsProps {
  readonly history: HistorySpan;
  readonly quantities: readonly Quantity[];
  readonly onQuantities: (quantities: readonly Quantity[]) => void;
}

export function HistoryTools(props: HistoryToolsProps) {
  const { t } = useTranslation('data');
  const phaseSet = usePhaseSet();
  return (
    <div className="row gap-wide inset">
      <SpanTools history={props.history} />
      <fieldset>
        <legend className="visually-hidden">{t('data:quantity.label')}</legend>
        <Checkbox.Group
          value={[...props.quantities]}
          options={QUANTITIES.map((value) => ({ value, label: t(`data:quantity.${value}`) }))}
          onChange={(chosen) =>
            props.onQuantities(QUANTITIES.filter((quantity) => chosen.includes(quantity)))
          }
        />
      </fieldset>
      <Segmented<PhaseSet>
        size="small"
        aria-label={t('data:phase-colors.label')}
        value={phaseSet}
        onChange={setPhaseSet}
        options={PHASE_SETS.map((value) => ({
          value,
          label: (
            <span
              className="phase-choice line inline gap-4"
              title={t(`data:phase-colors.${value}`)}
            >
              {(['a', 'b', 'c'] as const).map((phase) => (
                <i
                  key={phase}
                  className="swatch"
                  style={{ background: PHASE_COLORS[value][phase] }}
                />
              ))}
              <span className="visually-hidden">{t(`data:phase-colors.${value}`)}</span>
            </span>
          ),
        }))}
      />
    </div>
  );
}
