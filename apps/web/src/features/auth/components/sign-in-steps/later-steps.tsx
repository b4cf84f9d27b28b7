/**
 * Steps of the sign-in that few users see. They are loaded with their texts when they are needed,
 * because the first page has a size limit (docs/design.md 12.2).
 */
import { type ComponentType, lazy } from 'react';
import { loadTexts } from '../../../../i18n/i18n.ts';
import { trackLoad } from '../../../../lib/calls/pending-loads.ts';

const later = <P,>(load: () => Promise<ComponentType<P>>) =>
  lazy(async () => {
    const [step] = await trackLoad(Promise.all([load(), loadTexts('sign-in-more', 'refusals')]));
    return { default: step };
  });

export const CodeStep = later(async () => (await import('./code-step.tsx')).CodeStep);
export const ForgottenStep = later(
  async () => (await import('./forgotten-step.tsx')).ForgottenStep,
);
export const WaitingStep = later(async () => (await import('./waiting-step.tsx')).WaitingStep);
