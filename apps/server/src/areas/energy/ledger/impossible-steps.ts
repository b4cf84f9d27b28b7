/**
 * Energy no breaker can carry, as an alarm: told when the ledger first meets it, not again by the
 * readings that go on from it, and never of what is old when it is folded (docs/promises.md R5). A
 * step is known by the reading that showed it, so folding it again says the same word, which is
 * kept once.
 */
import { ALARM_LATE_MS } from '@busbar/domain/alarm/limit-watch';
import { allowanceWh } from '@busbar/domain/energy/energy-limit';
import type { FoldSettings, ToldSteps } from '@busbar/domain/energy/fold-device';
import type { RegisterStep } from '@busbar/domain/energy/register-state';
import { passingWord } from '../../alarms/passed-alarms.ts';
import type { KeptWord } from '../../alarms/record-alarms.ts';
import type { DeviceFacts } from './device-facts.ts';

const KWH = 1000;

export interface ImpossibleSteps {
  /** Settings that tell of the device's steps, when its last reading is of now. */
  watching(facts: DeviceFacts, lastAt: number | undefined): FoldSettings;
  words(): readonly KeptWord[];
}

export function impossibleSteps(now: number): ImpossibleSteps {
  const since = now - ALARM_LATE_MS;
  const words: KeptWord[] = [];
  return {
    watching(facts, lastAt = Number.NEGATIVE_INFINITY) {
      if (lastAt < since) return facts.settings;
      return {
        ...facts.settings,
        onSteps(told) {
          const step = told.reading.at < since ? undefined : impossibleOf(told);
          if (step !== undefined) words.push(wordOf(facts, step, now));
        },
      };
    },
    words: () => words,
  };
}

/** Of the billed channel; its total stands before its bands. */
function impossibleOf({ isBilled, before, steps }: ToldSteps): RegisterStep | undefined {
  if (!isBilled) return undefined;
  const states = [before.total, ...before.bands];
  return steps.find((step, i) => {
    if (step?.kind !== 'impossible') return false;
    // Readings that do not fit either follow: which of them is right is said by the one confirmed.
    return step.reason === 'confirmed' || states[i]?.suspect === null;
  });
}

function wordOf(facts: DeviceFacts, step: RegisterStep, now: number): KeptWord {
  const { from, at, deltaWh, reason } = step;
  const event = {
    ...passingWord('impossibleEnergy', facts, true, at, now),
    value: deltaWh / KWH,
    limit: allowanceWh(facts.settings.limitW, from, at) / KWH,
  };
  // What is confirmed counts from the reading that showed it first.
  return { event, hash: 1, occurredAt: reason === 'confirmed' ? from : at };
}
