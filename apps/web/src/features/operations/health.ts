import type { Answer } from '../../lib/calls/call-types.ts';

export type Health = Answer<'v2.operations'>['data'];
