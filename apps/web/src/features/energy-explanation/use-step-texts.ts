/** Describes a step: the change of the register, and how it was counted. */

import { ltrText } from '@busbar/domain/formats/ltr-text';
import {
  ENERGY_UNIT,
  formatEnergyQuantity,
  formatShort,
  withUnit,
} from '@busbar/domain/formats/number-format';
import { formatMoment } from '@busbar/domain/formats/time-format';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/use-language.ts';
import { useRequiredSession } from '../../lib/session/use-session.ts';
import type { ExplainedStep } from './api/use-explanation.ts';
import { alsoOf, exact, noteOf } from './step-kind.ts';

const REACTIVE_UNIT = 'kvarh';

export function unitOf(channel: string): string {
  return channel.startsWith('reactive') ? REACTIVE_UNIT : ENERGY_UNIT;
}

/** Formats amounts within a sentence. */
export function useAmountText() {
  const { tag } = useLanguage();
  return {
    energy: (kwh: number, unit = ENERGY_UNIT) => ltrText(formatEnergyQuantity(kwh, tag, unit)),
    power: (watts: number) => ltrText(withUnit(formatShort(watts / 1000, 2, tag), 'kW', tag)),
  };
}

/** Sentences about a step; the first one is its reason. */
export function useStepTexts(unit: string): (step: ExplainedStep) => string[] {
  const { t } = useTranslation('explanation');
  const { zone } = useRequiredSession().user;
  const amounts = useAmountText();
  const energy = (kwh: number) => amounts.energy(kwh, unit);
  const moment = (at: number) => ltrText(formatMoment(at, zone));
  return (step) => {
    const note = noteOf(step);
    if (note === undefined) return [];
    const also = alsoOf(step).map((register) => t(`explanation:register.${register}`));
    const { confirmed_at: confirmedAt } = step;
    const amountsOfNote = {
      base: energy(note.base),
      value: energy(note.value),
      counted: energy(note.counted),
      apart: energy(note.apart),
    };
    return [
      confirmedAt === null
        ? t(`explanation:step.${note.kind}.${note.reason}`, amountsOfNote)
        : t('explanation:confirmed-later', { ...amountsOfNote, at: moment(confirmedAt) }),
      ...(step.silent_since === null
        ? []
        : [
            t('explanation:silent', {
              from: moment(step.silent_since),
              to: moment(step.at),
              counted: energy(step.ept),
            }),
          ]),
      ...(step.estimated === null ? [] : [t(`explanation:estimated.${step.estimated}`)]),
      ...(also.length === 0 ? [] : [t('explanation:also', { registers: also.join(', ') })]),
    ];
  };
}

const HOUR_MS = 3_600_000;

/** Describes consecutive gaps as a single gap. */
export function useGapTexts(unit: string): (steps: readonly ExplainedStep[]) => string[] {
  const { t } = useTranslation('explanation');
  const { tag } = useLanguage();
  const { zone } = useRequiredSession().user;
  const { energy } = useAmountText();
  return (steps) => {
    const silences = steps.map(({ at, silent_since: since }) => at - (since ?? at));
    return [
      t('explanation:silences', {
        count: steps.length,
        from: ltrText(formatMoment(steps[0]?.silent_since ?? 0, zone)),
        to: ltrText(formatMoment(steps.at(-1)?.at ?? 0, zone)),
        longest: ltrText(withUnit(formatShort(Math.max(...silences) / HOUR_MS, 2, tag), 'h', tag)),
        counted: energy(exact(steps.reduce((sum, { ept }) => sum + ept, 0)), unit),
      }),
      t('explanation:estimated.long-step'),
    ];
  };
}
