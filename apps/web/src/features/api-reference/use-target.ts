import { useLocation } from '@tanstack/react-router';

/** The call that the URL refers to: `/interface#v2.device.control`; empty for the whole page. */
export function useTarget(): string {
  return useLocation({ select: ({ hash }) => hash });
}
