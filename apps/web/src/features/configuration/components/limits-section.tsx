import { LIMIT_BOUNDS } from '@busbar/domain/configuration/sections';
import { snakeCaseKeys } from '@busbar/domain/key-case';
import { useTranslation } from 'react-i18next';
import { type SectionProps, useSection } from '../use-section.ts';
import { BoundedNumber, isWithin } from './bounded-number.tsx';
import { SectionFrame } from './section-frame.tsx';

const BOUNDS = snakeCaseKeys(LIMIT_BOUNDS);
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
