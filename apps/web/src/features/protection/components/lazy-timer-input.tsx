/** The timing slot's fields, loaded with the first slot: the time picker is a tenth of the page's script. */
import { lazy, Suspense } from 'react';
import { trackLoad } from '../../../lib/pending-loads.ts';
import type { TimerInputProps } from './timer-input.tsx';

const Input = lazy(async () => ({
  default: (await trackLoad(import('./timer-input.tsx'))).TimerInput,
}));

export function TimerInput(props: TimerInputProps) {
  return (
    <Suspense fallback={<span className="timer-input" aria-busy />}>
      <Input {...props} />
    </Suspense>
  );
}
