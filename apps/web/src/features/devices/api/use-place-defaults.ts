/** What a group gives to a device that is new in it. */
import { useCallQuery } from '../../../lib/use-call.ts';

/** `group`: undefined while none is chosen, or when the device is not new. */
export function usePlaceDefaults(group: number | undefined) {
  return useCallQuery(
    'v2.groups.defaults',
    { params: { id: String(group ?? 0) } },
    { enabled: group !== undefined, select: ({ data }) => data },
  );
}
