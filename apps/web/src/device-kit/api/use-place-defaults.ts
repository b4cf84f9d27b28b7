/** Defaults that a group assigns to its new devices. */
import { useCallQuery } from '../../lib/calls/use-call.ts';

/** `group` is undefined if no group is selected or the device is not new. */
export function usePlaceDefaults(group: number | undefined) {
  return useCallQuery(
    'v2.groups.defaults',
    { params: { id: String(group ?? 0) } },
    { enabled: group !== undefined, select: ({ data }) => data },
  );
}
