/** The pictures next to a protection's form; the set determines which ones are shown. */
import type { Measurement } from '@busbar/domain/device/measurement';
import { staleAfterMs } from '@busbar/domain/device/presence';
import type { ProtectionDefinition, Values } from '@busbar/domain/protection/definition';
import type { NumberField } from '@busbar/domain/protection/field';
import { phaseVoltageV, type Rating } from '@busbar/domain/protection/rating';
import { useTranslation } from 'react-i18next';
import { usePhaseColors } from '../../../../charts/phase-colors.ts';
import type { DeviceDetail } from '../../../../device-kit/api/device-detail.ts';
import { useRecent } from '../../../device-data/api/use-recent.ts';
import {
  LIMIT_PICTURES,
  lineValue,
  MEASURED_LINES,
  type LimitPicture as Picture,
  type Quantity,
} from '../../pictures.ts';
import { LimitPicture } from './limit-picture.tsx';
import { LiveValues } from './live-values.tsx';
import type { ShownCurve } from './recent-curves.tsx';
import { SetDrawings } from './set-drawings.tsx';
import './protection-pictures.css';

export interface ProtectionPicturesProps {
  readonly code: string;
  readonly definition: ProtectionDefinition;
  /** Undefined until it is loaded. */
  readonly device: DeviceDetail | undefined;
  readonly values: Values;
  readonly onDevice: Values;
  readonly rating: Rating;
  readonly labelOf: (field: NumberField) => string;
  readonly isLocked: boolean;
  readonly onMove: (name: string, value: number) => void;
}

export function ProtectionPictures(props: ProtectionPicturesProps) {
  const { definition, values } = props;
  const picture = LIMIT_PICTURES[definition.name];
  return (
    <div className="protection-pictures stack">
      {picture !== undefined && <Limits {...props} picture={picture} />}
      <SetDrawings definition={definition} values={values} />
    </div>
  );
}

const LIMIT_TEXTS = ['startValue', 'resetValue'];
const limitFields = ({ fields }: ProtectionDefinition): NumberField[] =>
  fields.filter(
    (field): field is NumberField => field.kind === 'number' && LIMIT_TEXTS.includes(field.name),
  );
const NOTHING: Measurement = {};

function Limits({ picture, ...props }: ProtectionPicturesProps & { picture: Picture }) {
  const { device, definition, values } = props;
  const { t } = useTranslation('protection');
  const colors = usePhaseColors();
  const recent = useRecent(props.code, device?.staleMs ?? staleAfterMs());
  const { quantity } = picture;
  const reading = device?.measurement?.values ?? NOTHING;
  const curves: ShownCurve[] = MEASURED_LINES[quantity]
    .map((line) => ({
      ...line,
      quantity,
      color: line.line === 'total' ? 'var(--accent-text)' : colors[line.line],
      now: lineValue(quantity, line, reading),
    }))
    .filter(({ now, line }) => now !== undefined || line === 'total' || line === 'a');
  return (
    <div className="limits panel bleed">
      <LiveValues
        quantity={quantity}
        curves={curves}
        at={device?.measurement?.ts ?? null}
        lateAfterMs={recent.gapMs}
      />
      <LimitPicture
        picture={picture}
        limits={limitFields(definition)}
        labelOf={props.labelOf}
        values={values}
        onDevice={props.onDevice}
        rating={props.rating}
        rated={ratedOf(quantity, props.rating, reading)}
        curves={curves}
        recent={recent}
        isOff={values['enabled'] === false}
        isLocked={props.isLocked}
        onMove={props.onMove}
      />
      {!props.isLocked && <p className="muted text-tiny">{t('protection:picture.keys')}</p>}
    </div>
  );
}

/** Rated values: phase voltage, current, and the resulting power over the measured phases. */
function ratedOf(quantity: Quantity, rating: Rating, reading: Measurement): number | undefined {
  const phases = [reading.voltageA, reading.voltageB, reading.voltageC].filter(
    (value) => value !== undefined,
  ).length;
  switch (quantity) {
    case 'voltage':
      return phaseVoltageV(rating);
    case 'current':
      return rating.currentA;
    case 'power':
      return phases === 0 ? undefined : (phaseVoltageV(rating) * rating.currentA * phases) / 1000;
    case 'imbalance':
      return undefined;
  }
}
