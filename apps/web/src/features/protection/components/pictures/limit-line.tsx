/** One limit as a horizontal line: a slider for the keyboard, a handle for the pointer. */
import type { NumberField } from '@busbar/domain/protection/field';
import { useState } from 'react';
import { useLanguage } from '../../../../i18n/use-language.ts';
import { keyMove } from '../../limit-scale.ts';
import { BOX } from '../../picture-box.ts';
import { numberText } from '../../use-row-texts.ts';

export interface ShownLimit {
  readonly field: NumberField;
  readonly min: number;
  readonly max: number;
  readonly value: number;
  readonly deviceValue: number | undefined;
  readonly label: string;
}

interface LimitLineProps {
  limit: ShownLimit;
  y: number;
  deviceY: number | undefined;
  labelY: number;
  isLocked: boolean;
  onHold: () => void;
  onDrop: () => void;
  onDrag: (clientY: number) => void;
  onMove: (value: number) => void;
}

const TAG_X = BOX.right + 14;
const TAG_WIDTH = BOX.width - TAG_X - 2;

export function LimitLine(props: LimitLineProps) {
  const { limit, y, deviceY, labelY, isLocked } = props;
  const { tag } = useLanguage();
  const [isHeld, setHeld] = useState(false);
  const { field, value, deviceValue } = limit;
  const text = numberText(field, value, tag);
  const isEdited = deviceValue !== undefined && deviceValue !== value;
  return (
    <g className="limit-line" data-word={field.name} data-edited={isEdited}>
      {isEdited && (
        <path className="limit-line__device" d={`M${BOX.left} ${deviceY}H${BOX.right}`} />
      )}
      <g
        role="slider"
        tabIndex={isLocked ? -1 : 0}
        aria-label={limit.label}
        aria-orientation="vertical"
        aria-valuemin={limit.min}
        aria-valuemax={limit.max}
        aria-valuenow={value}
        aria-valuetext={text}
        aria-disabled={isLocked}
        className="limit-line__slider"
        data-held={isHeld}
        onKeyDown={(event) => {
          const next = keyMove(event.key, event.shiftKey, { ...limit, step: field.step });
          if (next === undefined || isLocked) return;
          event.preventDefault();
          props.onMove(next);
        }}
        onPointerDown={(event) => {
          if (isLocked) return;
          event.currentTarget.setPointerCapture?.(event.pointerId);
          setHeld(true);
          props.onHold();
        }}
        onPointerMove={(event) => {
          if (isHeld) props.onDrag(event.clientY);
        }}
        onPointerUp={() => {
          setHeld(false);
          props.onDrop();
        }}
        onPointerCancel={() => {
          setHeld(false);
          props.onDrop();
        }}
      >
        <path className="limit-line__grip" d={`M${BOX.left} ${y}H${BOX.right}`} />
        <path
          className="limit-line__line"
          d={`M${BOX.left} ${y}H${BOX.right}L${TAG_X} ${labelY}`}
        />
        <rect
          className="limit-line__tag"
          x={TAG_X}
          y={labelY - 18}
          width={TAG_WIDTH}
          height={36}
          rx={4}
        />
        <text className="limit-line__name" x={TAG_X + 8} y={labelY - 4}>
          {limit.label}
        </text>
        <text className="limit-line__value" x={TAG_X + 8} y={labelY + 12}>
          {text}
        </text>
      </g>
    </g>
  );
}
