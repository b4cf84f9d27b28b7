import { LIMIT_BOUNDS } from '@busbar/domain/configuration/sections';
import { useTranslation } from 'react-i18next';
import { type SectionProps, useSection } from '../use-section.ts';
import { BoundedNumber, isWithin } from './bounded-number.tsx';
import { SectionFrame } from './section-frame.tsx';

const BOUNDS = {
  device_rate: LIMIT_BOUNDS.deviceRate,
  control_per_minute: LIMIT_BOUNDS.controlPerMinute,
  control_gap_s: LIMIT_BOUNDS.controlGapS,
  control_group_percent: LIMIT_BOUNDS.controlGroupPercent,
} as const;
const KINDS = Object.keys(BOUNDS) as (keyof typeof BOUNDS)[];

/** Rate limits of device messages and of switching by users. */
export function LimitsSection(props: SectionProps<'limits'>) {
  const { t } = useTranslation('configuration');
  const { value, edit, save, state } = useSection('limits', props);
  const isWrong = KINDS.some((kind) => !isWithin(value[kind], BOUNDS[kind]));
  return (
    <SectionFrame state={state} isWrong={isWrong} onSave={() => void save()}>
      {KINDS.map((kind) => (
        <BoundedNumber
          key={kind}
          label={t(`configuration:limit.${kind}`)}
          value={value[kind]}
          bounds={BOUNDS[kind]}
          onChange={(next) => edit({ [kind]: next })}
        />
      ))}
    </SectionFrame>
  );
}
