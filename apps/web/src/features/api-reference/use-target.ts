import { useLocation } from '@tanstack/react-router';

/** What the address leads to: `/interface#v2.device.control`; empty: the page as a whole. */
export function useTarget(): string {
  return useLocation({ select: ({ hash }) => hash });
}
