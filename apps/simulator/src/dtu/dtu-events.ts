/** Scripted events and faults of a DTU: of its line, and of the counters of its meters. */
import type { ScenarioEvent } from '../fleet/scenario.ts';
import { isMeterFaultName, METER_FAULTS, type MeterFaultName } from '../meter/meter-faults.ts';
import { applyLineFault, heal, isLineFaultName, type LineFaultName } from './line/line-faults.ts';
import type { SerialLine } from './line/serial-line.ts';

export type DtuFaultName = LineFaultName | MeterFaultName;

export const isDtuFaultName = (name: string): name is DtuFaultName =>
  isLineFaultName(name) || isMeterFaultName(name);

export function applyDtuFault(name: DtuFaultName, line: SerialLine, now: number): void {
  if (isLineFaultName(name)) applyLineFault(name, line);
  else for (const { meter } of line.stations) METER_FAULTS[name](meter, now);
}

/** An event that only devices have changes nothing. */
export function applyDtuEvent(
  { name, values }: ScenarioEvent,
  line: SerialLine,
  now: number,
): void {
  const station = values['station'];
  if (name === 'healthy') heal(line);
  else if (isLineFaultName(name)) {
    applyLineFault(name, line, typeof station === 'string' ? station : undefined);
  } else if (isDtuFaultName(name)) applyDtuFault(name, line, now);
}
