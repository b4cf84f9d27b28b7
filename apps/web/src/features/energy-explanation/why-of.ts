/** What a number is of, when somebody asks why it is what it is. */
import type { ExplainedSpan } from './api/use-explanation.ts';

export interface WhyOf extends ExplainedSpan {
  /** Late readings may still change it; undefined: not told here. */
  readonly isProvisional?: boolean | undefined;
}
