/** Colours of the phases, stored in this browser. */
import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { PHASE_SETS, type PhaseSet, setPhaseSet, usePhaseSet } from '../../charts/phase-colors.ts';
import { PHASE_COLORS } from '../../theme/palette.ts';

export function PhaseColorsChoice() {
  const { t } = useTranslation('data');
  const phaseSet = usePhaseSet();
  return (
    <Segmented<PhaseSet>
      size="small"
      aria-label={t('data:phase-colors.label')}
      value={phaseSet}
      onChange={setPhaseSet}
      options={PHASE_SETS.map((value) => ({
        value,
        label: (
          <span className="phase-choice line inline gap-4" title={t(`data:phase-colors.${value}`)}>
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
  );
}
