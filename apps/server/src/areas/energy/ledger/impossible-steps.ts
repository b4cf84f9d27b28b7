/**
 * Raises an alarm for energy that no breaker can carry. The alarm is raised when the ledger first
 * encounters the step, not again for the readings that follow it, and never for data that is old
 * when it is folded (docs/promises.md R5). A step is identified by the reading that showed it, so
 * folding it again produces the same event, which is stored once.
 */
import { ALARM_LATE_MS } from '@busbar/domain/alarm/limit-watch';
import { allowanceWh, limitBetween } from '@busbar/domain/energy/energy-limit';
import type { FoldSettings, ReportedSteps } from '@busbar/domain/energy/fold-device';
import type { RegisterStep } from '@busbar/domain/energy/register-state';
import type { NewAlarmEvent } from '../../alarms/active-alarm-queries.ts';
import { passedEvent } from '../../alarms/passed-alarms.ts';
import type { DeviceFacts } from './device-facts.ts';

const KWH = 1000;

export interface ImpossibleSteps {
  /** Returns fold settings that report the device's steps if its last reading is recent. */
  watching(facts: DeviceFacts, lastAt: number | undefined): FoldSettings;
  events(): readonly NewAlarmEvent[];
}

export function impossibleSteps(now: number): ImpossibleSteps {
  const since = now - ALARM_LATE_MS;
  const events: NewAlarmEvent[] = [];
  return {
    watching(facts, lastAt = Number.NEGATIVE_INFINITY) {
      if (lastAt < since) return facts.settings;
      return {
        ...facts.settings,
        onSteps(reported) {
          const step = reported.reading.at < since ? undefined : impossibleOf(reported);
          if (step !== undefined) events.push(eventOf(facts, step, now));
        },
      };
    },
    events: () => events,
  };
}

/** Checks the billed channel only; its total is checked before its bands. */
function impossibleOf({ isBilled, before, steps }: ReportedSteps): RegisterStep | undefined {
  if (!isBilled) return undefined;
  const states = [before.total, ...before.bands];
  return steps.find((step, i) => {
    if (step?.kind !== 'impossible') return false;
    // Skips unconfirmed readings that follow a suspect one: the confirmed reading decides which of
    // them is correct.
    return step.reason === 'confirmed' || states[i]?.suspect === null;
  });
}

function eventOf(facts: DeviceFacts, step: RegisterStep, now: number): NewAlarmEvent {
  const { from, at, deltaWh, reason } = step;
  const event = {
    ...passedEvent('impossibleEnergy', facts, true, at, now),
    value: deltaWh / KWH,
    limit: allowanceWh(limitBetween(facts.settings, from, at), from, at) / KWH,
  };
  // A confirmed step is dated to the reading that first showed it.
  return { event, hash: 1, occurredAt: reason === 'confirmed' ? from : at };
}
