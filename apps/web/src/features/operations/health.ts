import type { Answer } from '../../lib/call-types.ts';

export type Health = Answer<'v2.operations'>['data'];
