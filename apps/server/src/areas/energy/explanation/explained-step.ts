/**
 * Explains how each reading was counted, for display: every unusual reading is a separate step, and
 * consecutive normal readings of a day are merged into one run.
 */
import { QUARTER_MS } from '@busbar/domain/consumption/day-slots';
import { bookingDayOf, type LocalDay, slotOf } from '@busbar/domain/energy/day-slots';
import type { EnergyChannel } from '@busbar/domain/energy/energy-channel';
import {
  type FoldSettings,
  graceMsOf,
  type ReportedSteps,
} from '@busbar/domain/energy/fold-device';
import type { EarlierPart, RegisterStep } from '@busbar/domain/energy/register-state';
import { addBands, type BandsWh } from '@busbar/domain/energy/split-bands';
import type { LocalDate } from '@busbar/domain/local-date';
import { TARIFF_BANDS, type TariffBand } from '@busbar/domain/tariff/band';

/** The contribution of one register to a step. */
export interface RegisterNote extends RegisterStep {
  readonly register: 'total' | TariffBand;
  /** The last accepted value and the current value of the register, in Wh. */
  readonly baseWh: number;
  readonly wh: number;
  /** The part of the change that is not counted, in Wh. */
  readonly apartWh: number;
}

export interface ExplainedStep {
  readonly day: LocalDate;
  /** True if every register advanced within the limit and the device was not offline before. */
  readonly isPlain: boolean;
  readonly readings: number;
  /** Start and end of the counted interval, epoch ms. */
  readonly from: number;
  readonly at: number;
  readonly energyWh: number;
  readonly bandsWh: BandsWh;
  /** lower-bound: only the proven minimum; long-step: partly energy of an earlier quarter hour. */
  readonly estimated: 'lower-bound' | 'long-step' | null;
  /** Epoch ms when the device was last seen, if it had been offline for long before the reading. */
  readonly silentSince: number | null;
  /** Epoch ms of the later reading that confirmed this one, if the energy was counted only then. */
  readonly confirmedAt: number | null;
  readonly registers: readonly RegisterNote[];
}

const REGISTERS = ['total', ...TARIFF_BANDS] as const;

export interface StepCollector {
  readonly steps: readonly ExplainedStep[];
  onSteps(reported: ReportedSteps): void;
}

export interface WantedSteps {
  /** `activeTotal` selects the billed channel, whichever it is. */
  readonly channel: EnergyChannel;
  /** Includes readings in (from, until], epoch ms. */
  readonly from: number;
  readonly until: number;
  /** Time of the last reading before the fold begins. */
  readonly heard: number | undefined;
}

export function collectSteps(settings: FoldSettings, wanted: WantedSteps): StepCollector {
  const { channel, from, until } = wanted;
  const graceMs = graceMsOf(settings);
  const steps: ExplainedStep[] = [];
  let day: LocalDay | undefined;
  let { heard } = wanted;

  function explain(reported: ReportedSteps): void {
    const { reading, booking } = reported;
    const { at } = reading;
    if (day === undefined || at > day.end) day = bookingDayOf(at, settings.zone);
    const registers = notesOf(reported);
    const slotStart = day.start + slotOf(day, at) * QUARTER_MS;
    const isLong = booking.energyWh > 0 && booking.from < slotStart - graceMs;
    const estimated = booking.isLowerBound ? 'lower-bound' : isLong ? 'long-step' : null;
    const silentSince = heard !== undefined && at - heard > graceMs ? heard : null;
    const step: ExplainedStep = {
      day: day.day,
      isPlain: estimated === null && silentSince === null && registers.every(isPlain),
      readings: 1,
      from: Math.min(booking.from, ...registers.map((note) => note.from)),
      at,
      energyWh: booking.energyWh,
      bandsWh: booking.parts,
      estimated,
      silentSince,
      confirmedAt: null,
      registers,
    };
    const last = steps.at(-1);
    if (last?.isPlain === true && step.isPlain && last.day === step.day) {
      steps[steps.length - 1] = joined(last, step);
    } else {
      steps.push(step);
    }
  }

  /** Adds the energy that a reading confirmed to the steps of the readings that first showed it. */
  function explainEarlier({ reading, earlier, steps: registers }: ReportedSteps): void {
    for (const booking of earlier ?? []) {
      const i = steps.findLastIndex(({ at }) => at === booking.at);
      const step = steps[i];
      if (step === undefined) continue;
      steps[i] = {
        ...step,
        from: Math.min(step.from, booking.from),
        energyWh: step.energyWh + booking.energyWh,
        bandsWh: addBands(step.bandsWh, booking.parts),
        estimated: booking.isLowerBound ? 'lower-bound' : step.estimated,
        confirmedAt: reading.at,
        registers: step.registers.map((note) => {
          const parts = registers[REGISTERS.indexOf(note.register)]?.earlier ?? [];
          return { ...note, countedWh: note.countedWh + sumAt(parts, step.at) };
        }),
      };
    }
  }

  return {
    steps,
    onSteps(reported) {
      const { at } = reported.reading;
      const isWanted = channel === 'activeTotal' ? reported.isBilled : reported.channel === channel;
      if (!isWanted) return;
      if (at > from && at <= until) explain(reported);
      explainEarlier(reported);
      heard = at;
    },
  };
}

const isPlain = ({ kind, reason }: RegisterStep): boolean =>
  kind === 'normal' && reason === 'within-limit';

function notesOf({ reading, steps }: ReportedSteps): RegisterNote[] {
  return REGISTERS.flatMap((register, i) => {
    const step = steps[i];
    const wh = i === 0 ? reading.total : reading.bands?.[i - 1];
    if (step === undefined || wh == null) return [];
    const isApart = step.kind === 'impossible' || step.reason === 'override';
    const apartWh = isApart ? Math.max(0, step.deltaWh - step.countedWh) : 0;
    const countedWh = step.countedWh - sumAt(step.earlier ?? []);
    return [{ ...step, register, baseWh: wh - step.deltaWh, wh, countedWh, apartWh }];
  });
}

/** Sums the energy of the parts whose reading is at `at`, or of all parts if `at` is undefined. */
function sumAt(parts: readonly EarlierPart[], at?: number): number {
  return parts.reduce((sum, part) => (at === undefined || part.at === at ? sum + part.wh : sum), 0);
}

function joined(run: ExplainedStep, next: ExplainedStep): ExplainedStep {
  const notes = new Map(run.registers.map((note) => [note.register, note]));
  for (const note of next.registers) {
    const before = notes.get(note.register);
    notes.set(note.register, before === undefined ? note : joinedNote(before, note));
  }
  return {
    ...run,
    readings: run.readings + 1,
    at: next.at,
    energyWh: run.energyWh + next.energyWh,
    bandsWh: addBands(run.bandsWh, next.bandsWh),
    registers: [...notes.values()],
  };
}

function joinedNote(before: RegisterNote, note: RegisterNote): RegisterNote {
  return {
    ...note,
    from: before.from,
    baseWh: before.baseWh,
    deltaWh: before.deltaWh + note.deltaWh,
    countedWh: before.countedWh + note.countedWh,
  };
}
