/** A move in the tree: its preview, and the move itself with the token of the preview. */
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';
import type { ApiError } from '../../../lib/calls/api-error.ts';
import type { Answer } from '../../../lib/calls/call-types.ts';
import { useGroupChanges } from './use-group-tree.ts';

export type Moved =
  | { readonly what: 'devices'; readonly codes: readonly string[] }
  | { readonly what: 'users'; readonly ids: readonly number[] }
  | { readonly what: 'group'; readonly id: number };

export type MovePreview = Answer<'v2.groups.devices.preview'>['data'];

async function readPreview(moved: Moved, to: number, signal: AbortSignal): Promise<MovePreview> {
  const params = { id: String(to) };
  switch (moved.what) {
    case 'devices': {
      const body = { device_codes: [...moved.codes] };
      return (await call('v2.groups.devices.preview', { params, body }, { signal })).data;
    }
    case 'users': {
      const body = { user_ids: [...moved.ids] };
      return (await call('v2.groups.users.preview', { params, body }, { signal })).data;
    }
    case 'group': {
      const input = { params: { id: String(moved.id) }, body: { parent_id: String(to) } };
      return (await call('v2.groups.move.preview', input, { signal })).data;
    }
  }
}

export function usePreview(moved: Moved, to: number | undefined) {
  return useQuery<MovePreview, ApiError>({
    queryKey: ['group-move', moved, to],
    queryFn: ({ signal }) => readPreview(moved, to ?? 0, signal),
    enabled: to !== undefined,
    // The preview is requested again each time the dialog opens.
    staleTime: 0,
    gcTime: 0,
  });
}

/**
 * Carries out the move that was previewed with the token. Afterwards the preview is refetched too,
 * because another user may have changed the tree first.
 */
export function useMove() {
  const send = useGroupChanges();
  return (moved: Moved, to: number, token: string) => {
    const params = { id: String(to) };
    switch (moved.what) {
      case 'devices':
        return send('v2.groups.devices', {
          params,
          body: { device_codes: [...moved.codes], token },
        });
      case 'users':
        return send('v2.groups.users.move', { params, body: { user_ids: [...moved.ids], token } });
      case 'group':
        return send('v2.groups.move', {
          params: { id: String(moved.id) },
          body: { parent_id: String(to), token },
        });
    }
  };
}
