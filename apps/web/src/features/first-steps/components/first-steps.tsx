/** First steps of a new organisation in the header, until they are done or dismissed. */
import { lazy, Suspense } from 'react';
import { loadTexts } from '../../../i18n/i18n.ts';
import { trackLoad } from '../../../lib/calls/pending-loads.ts';
import { isComplete, useFirstSteps } from '../api/use-first-steps.ts';
import { useIsListOpen } from '../open-list.ts';

const FirstStepsButton = lazy(async () => {
  const [{ FirstStepsButton: button }] = await trackLoad(
    Promise.all([import('./first-steps-button.tsx'), loadTexts('first-steps', 'devices')]),
  );
  return { default: button };
});

export function FirstSteps() {
  const isOpen = useIsListOpen();
  const { data } = useFirstSteps(isOpen);
  if (data === undefined || (!isOpen && (data.dismissed || isComplete(data)))) return null;
  return (
    <Suspense fallback={null}>
      <FirstStepsButton steps={data} />
    </Suspense>
  );
}
