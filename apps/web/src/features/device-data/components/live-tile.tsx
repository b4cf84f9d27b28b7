/** A large figure with its age and a sparkline of the last fifteen minutes. */
import type { MeasurementField } from '@busbar/domain/device/measurement';
import { Sparkline } from '../../../charts/spark/sparkline.tsx';
import { ValueWithUnit } from '../../../components/values/value-with-unit.tsx';
import type { Recent } from '../api/use-recent.ts';

export interface LiveTileProps {
  readonly label: string;
  readonly field: MeasurementField;
  readonly value: number | undefined;
  readonly unit: string;
  readonly digits: number;
  readonly leastRange: number;
  /** Time of the measurement; undefined if there is none. */
  readonly at: number | undefined;
  readonly color: string;
  readonly recent: Recent;
}

export function LiveTile(props: LiveTileProps) {
  const { recent } = props;
  return (
    <div className="live-tile stack gap-2">
      <span className="faint text-tiny">{props.label}</span>
      <span className="live-tile__value strong">
        <ValueWithUnit
          value={props.value}
          unit={props.unit}
          digits={props.digits}
          at={props.at}
          lateAfterMs={recent.gapMs}
        />
      </span>
      <Sparkline
        points={recent.points(props.field)}
        startMs={recent.startMs}
        endMs={recent.endMs}
        gapMs={recent.gapMs}
        leastRange={props.leastRange}
        color={props.color}
      />
    </div>
  );
}
