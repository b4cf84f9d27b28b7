import { createContext } from 'react';
import type { RealtimeLink } from './realtime-link.ts';

/** The real-time link of the page; null outside the shell and before the first effect inside it. */
export const RealtimeContext = createContext<RealtimeLink | null>(null);
