import type { MeterProfile } from './api/use-serial-line.ts';

/** Maker and model; the model of a standard already names it. */
export function modelName({ maker, model }: Pick<MeterProfile, 'maker' | 'model'>): string {
  return `${maker} ${model}`;
}
