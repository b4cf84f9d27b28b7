/** The amount to be explained. */
import type { ExplainedSpan } from './api/use-explanation.ts';

export interface WhyOf extends ExplainedSpan {
  /** True if late readings may still change it; undefined if this is not displayed here. */
  readonly isProvisional?: boolean | undefined;
}
