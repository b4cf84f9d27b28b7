/**
 * The last 15 minutes of the protected quantity, with the limits as horizontal lines. Moving a line
 * with the pointer or the keyboard changes its field. Left to right in every language, like all
 * charts.
 */

import { formatShort } from '@busbar/domain/formats/number-format';
import { unitLabel } from '@busbar/domain/formats/unit-label';
import type { Values } from '@busbar/domain/protection/definition';
import type { NumberField } from '@busbar/domain/protection/field';
import type { Rating } from '@busbar/domain/protection/rating';
import { limitsOf } from '@busbar/domain/protection/values';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../../i18n/use-language.ts';
import type { Recent } from '../../../device-data/api/use-recent.ts';
import { numberAt } from '../../form-rows.ts';
import { type Scale, scaleOf, snapTo, spreadLabels, ticksOf } from '../../limit-scale.ts';
import { BOX, yOf } from '../../picture-box.ts';
import { type LimitPicture as Picture, QUANTITY_UNIT } from '../../pictures.ts';
import { LimitLine, type ShownLimit } from './limit-line.tsx';
import { RecentCurves, type ShownCurve } from './recent-curves.tsx';

export interface LimitPictureProps {
  readonly picture: Picture;
  readonly limits: readonly NumberField[];
  readonly labelOf: (field: NumberField) => string;
  readonly values: Values;
  readonly onDevice: Values;
  readonly rating: Rating;
  /** Rated value in the unit of the picture; undefined if the rating does not define one. */
  readonly rated: number | undefined;
  readonly curves: readonly ShownCurve[];
  readonly recent: Recent;
  /** True if the protection is disabled and its limits have no effect. */
  readonly isOff: boolean;
  readonly isLocked: boolean;
  readonly onMove: (name: string, value: number) => void;
}

const LABEL_GAP = 40;

export function LimitPicture(props: LimitPictureProps) {
  const { picture, values, onDevice, isOff } = props;
  const { t } = useTranslation('protection');
  const svg = useRef<SVGSVGElement>(null);
  // The scale is frozen while a line is dragged; otherwise the line would move away from the
  // pointer.
  const [held, setHeld] = useState<Scale>();
  const limits = props.limits.flatMap((field): ShownLimit[] => {
    const value = numberAt(values, field.name);
    const bounds = limitsOf(field, props.rating);
    if (value === undefined || bounds === undefined) return [];
    const { min, max } = bounds;
    return [
      {
        field,
        min,
        max,
        value,
        deviceValue: numberAt(onDevice, field.name),
        label: props.labelOf(field),
      },
    ];
  });
  const scale = held ?? scaleOfPicture(props, limits);
  const y = (value: number) => yOf(value, scale);
  const places = spreadLabels(
    limits.map(({ value }) => y(value)),
    LABEL_GAP,
    BOX.top + 16,
    BOX.bottom - 16,
  );
  const valueAt = (clientY: number): number => {
    const box = svg.current!.getBoundingClientRect();
    const at = ((clientY - box.top) / box.height) * BOX.height;
    return scale.high - ((at - BOX.top) / (BOX.bottom - BOX.top)) * (scale.high - scale.low);
  };
  const trip = limits.find(({ field }) => field.name === 'startValue')?.value;
  const reset = limits.find(({ field }) => field.name === 'resetValue')?.value;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing that contains sliders is not a fieldset.
    <svg
      ref={svg}
      role="group"
      aria-label={t('protection:picture.limits')}
      className="limit-picture"
      viewBox={`0 0 ${BOX.width} ${BOX.height}`}
      direction="ltr"
      data-off={isOff}
    >
      {trip !== undefined && (
        <Zones trip={trip} reset={reset} isOver={picture.side === 'over'} y={y} />
      )}
      <Axis scale={scale} unit={QUANTITY_UNIT[picture.quantity]} />
      {props.rated !== undefined && props.rated > scale.low && props.rated < scale.high && (
        <g className="limit-picture__rated">
          <path d={`M${BOX.left} ${y(props.rated)}H${BOX.right}`} />
          <text x={BOX.left + 6} y={y(props.rated) - 4}>
            {t('protection:picture.rated')}
          </text>
        </g>
      )}
      <RecentCurves curves={props.curves} recent={props.recent} y={y} />
      {limits.map((limit, index) => (
        <LimitLine
          key={limit.field.name}
          limit={limit}
          y={y(limit.value)}
          deviceY={limit.deviceValue === undefined ? undefined : y(limit.deviceValue)}
          labelY={places[index]!}
          isLocked={props.isLocked}
          onHold={() => setHeld(scale)}
          onDrop={() => setHeld(undefined)}
          onDrag={(clientY) =>
            props.onMove(
              limit.field.name,
              snapTo(valueAt(clientY), limit.field.step, limit.min, limit.max),
            )
          }
          onMove={(value) => props.onMove(limit.field.name, value)}
        />
      ))}
    </svg>
  );
}

function scaleOfPicture(props: LimitPictureProps, limits: readonly ShownLimit[]): Scale {
  const { picture, rated, curves } = props;
  const least = Math.min(...limits.map(({ min }) => min));
  const most = Math.max(...limits.map(({ max }) => max));
  const isVoltage = picture.quantity === 'voltage';
  // Voltages vary within a narrow range, so the scale extends to the bound on the side of the
  // fault.
  const edge = picture.side === 'over' ? most : least;
  const values = [
    ...limits.flatMap(({ value, deviceValue }) => [value, deviceValue ?? value]),
    ...curves.flatMap(({ now }) => now ?? []),
    ...(rated !== undefined && isVoltage ? [rated, edge] : []),
  ];
  return scaleOf({ values, least, most, fromZero: !isVoltage });
}

interface ZonesProps {
  trip: number;
  reset: number | undefined;
  isOver: boolean;
  y: (value: number) => number;
}

/** The trip zone, and the zone in which a fault has not been reset yet. */
function Zones({ trip, reset, isOver, y }: ZonesProps) {
  const width = BOX.right - BOX.left;
  const clamp = (at: number) => Math.min(BOX.bottom, Math.max(BOX.top, at));
  const band = (from: number, to: number) => ({
    x: BOX.left,
    width,
    y: Math.min(clamp(from), clamp(to)),
    height: Math.abs(clamp(from) - clamp(to)),
  });
  return (
    <>
      <rect className="limit-picture__trip" {...band(y(trip), isOver ? BOX.top : BOX.bottom)} />
      {reset !== undefined && isOver === reset < trip && (
        <rect className="limit-picture__reset" {...band(y(trip), y(reset))} />
      )}
    </>
  );
}

function Axis({ scale, unit }: { scale: Scale; unit: string }) {
  const { tag } = useLanguage();
  const { t } = useTranslation('protection');
  return (
    <g className="limit-picture__axis">
      {ticksOf(scale).map((tick) => (
        <g key={tick}>
          <path d={`M${BOX.left} ${yOf(tick, scale)}H${BOX.right}`} />
          <text x={BOX.left - 6} y={yOf(tick, scale) + 4} textAnchor="end">
            {formatShort(tick, 6, tag)}
          </text>
        </g>
      ))}
      <text x={BOX.left - 6} y={BOX.height - 6} textAnchor="end">
        {unitLabel(unit, tag)}
      </text>
      <text x={BOX.left} y={BOX.height - 6}>
        {t('protection:picture.ago')}
      </text>
      <text x={BOX.right} y={BOX.height - 6} textAnchor="end">
        {t('protection:picture.now')}
      </text>
    </g>
  );
}
