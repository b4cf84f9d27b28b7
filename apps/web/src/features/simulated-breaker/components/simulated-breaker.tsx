/** The parts of the simulated breaker with their texts, loaded with the first use. */
import { lazy, Suspense } from 'react';
import { loadTexts } from '../../../i18n/i18n.ts';
import { trackLoad } from '../../../lib/calls/pending-loads.ts';
import type { TrySimulatedProps } from './try-simulated.tsx';

const Try = lazy(async () => {
  const [{ TrySimulated: part }] = await trackLoad(
    Promise.all([import('./try-simulated.tsx'), loadTexts('simulated-breaker')]),
  );
  return { default: part };
});

const Note = lazy(async () => {
  const [{ SimulatedNote: part }] = await trackLoad(
    Promise.all([import('./simulated-note.tsx'), loadTexts('simulated-breaker')]),
  );
  return { default: part };
});

export function SimulatedBreakerButton(props: TrySimulatedProps) {
  return (
    <Suspense fallback={null}>
      <Try {...props} />
    </Suspense>
  );
}

export function SimulatedBreakerNote() {
  return (
    <Suspense fallback={null}>
      <Note />
    </Suspense>
  );
}
