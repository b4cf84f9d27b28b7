/** A move in the tree: its preview, and the move itself with the token of the preview. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';
import type { ApiError } from '../../../lib/calls/api-error.ts';
import type { Answer } from '../../../lib/calls/call-types.ts';

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

async function carryOut(moved: Moved, to: number, token: string): Promise<number> {
  const params = { id: String(to) };
  switch (moved.what) {
    case 'devices': {
      const body = { device_codes: [...moved.codes], token };
      return (await call('v2.groups.devices', { params, body })).data.moved;
    }
    case 'users': {
      const body = { user_ids: [...moved.ids], token };
      return (await call('v2.groups.users.move', { params, body })).data.moved;
    }
    case 'group': {
      const input = { params: { id: String(moved.id) }, body: { parent_id: String(to), token } };
      return (await call('v2.groups.move', input)).data.moved;
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

export function useMove() {
  const client = useQueryClient();
  return {
    move: useMutation<number, ApiError, { moved: Moved; to: number; token: string }>({
      mutationFn: ({ moved, to, token }) => carryOut(moved, to, token),
    }),
    followed: () => client.invalidateQueries({ refetchType: 'active' }),
  };
}
