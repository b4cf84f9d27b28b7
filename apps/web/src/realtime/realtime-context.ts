import { createContext } from 'react';
import type { RealtimeLink } from './realtime-link.ts';

/** The page's link; null outside the shell and in the first instant inside it. */
export const RealtimeContext = createContext<RealtimeLink | null>(null);
