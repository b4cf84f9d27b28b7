/** Options of the device form: types, rates, and the user's group with its subgroups. */
import { useCallQuery } from '../../lib/calls/use-call.ts';

const KEEP_MS = 300_000;

export function useDeviceTypes() {
  return useCallQuery(
    'v2.device-type',
    {},
    {
      staleTime: KEEP_MS,
      select: ({ data }) => data.device_type_list,
    },
  );
}

export function useRates() {
  return useCallQuery('v2.rates', {}, { staleTime: KEEP_MS, select: ({ data }) => data });
}

export function useGroups() {
  return useCallQuery(
    'v1.sys.group.findAll',
    {},
    {
      staleTime: KEEP_MS,
      select: ({ data }) => data,
    },
  );
}
