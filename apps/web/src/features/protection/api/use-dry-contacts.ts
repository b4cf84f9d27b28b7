/** The dry contacts of a device: names, normal positions and reported positions. */
import { useQueryClient } from '@tanstack/react-query';
import type { Answer } from '../../../lib/calls/call-types.ts';
import { callKey, useCallMutation, useCallQuery } from '../../../lib/calls/use-call.ts';

export const CONTACTS = [1, 2] as const;
export type ContactNumber = (typeof CONTACTS)[number];

export type Position = 'open' | 'close';

export interface DryContact {
  readonly name: string;
  /** The opposite position raises an alarm. */
  readonly normal: Position;
}

export type DryContacts = Readonly<Record<ContactNumber, DryContact>>;

export interface DryNode {
  readonly id: number;
  readonly contacts: DryContacts;
}

/** Positions reported by the device; a contact that was never reported is absent. */
export type ContactPositions = Readonly<
  Partial<Record<ContactNumber, { readonly position: Position; readonly at: number }>>
>;

/** Poll interval; a device reports a contact when its position changes. */
const POLL_MS = 5_000;

/** First page of ten rows, as in docs/specification/protection.md 7.4; a device has one row. */
const listInput = (code: string) => ({ body: { currentPage: 1, rows: 10, deviceId: code } });

/** Unconfigured contacts; `normal` defaults to open (docs/specification/protection.md 7.2). */
export const NO_CONTACTS: DryContacts = {
  1: { name: '', normal: 'open' },
  2: { name: '', normal: 'open' },
};

const positionOf = (value: string): Position => (value === 'close' ? 'close' : 'open');

type ListAnswer = Answer<'v1.device.dryNode.list'>;

function nodeOf(row: ListAnswer['data'][number] | undefined): DryNode | null {
  if (row === undefined) return null;
  return {
    id: row.id,
    contacts: {
      1: { name: row.name1, normal: positionOf(row.status1) },
      2: { name: row.name2, normal: positionOf(row.status2) },
    },
  };
}

function reported(positions: ListAnswer['positions']): ContactPositions {
  return Object.fromEntries(
    positions.map(({ n, closed, at }) => [n, { position: closed ? 'close' : 'open', at }]),
  );
}

export function useDryContacts(code: string) {
  const client = useQueryClient();
  const query = useCallQuery('v1.device.dryNode.list', listInput(code), {
    refetchInterval: POLL_MS,
    select: ({ data, positions }) => ({ node: nodeOf(data[0]), positions: reported(positions) }),
  });
  const add = useCallMutation('v1.device.dryNode.save');
  const change = useCallMutation('v1.device.dryNode.update');
  const node = query.data?.node ?? null;
  const positions = query.data?.positions ?? {};
  const save = async (contacts: DryContacts) => {
    const body = {
      deviceId: code,
      name1: contacts[1].name.trim(),
      status1: contacts[1].normal,
      name2: contacts[2].name.trim(),
      status2: contacts[2].normal,
    };
    if (node === null) await add.mutateAsync({ body });
    else await change.mutateAsync({ body: { ...body, id: node.id } });
    await client.invalidateQueries({ queryKey: callKey('v1.device.dryNode.list') });
  };
  const used = node === null ? add : change;
  return {
    query,
    node,
    positions,
    save,
    isSaving: add.isPending || change.isPending,
    error: used.error,
  };
}
