/** v2 calls for everything about one device except its readings. */

import type { deviceInformationCalls } from '@busbar/contract/v2/fleet/device-information';
import { may } from '@busbar/domain/access/permission';
import { pickSnakeCase } from '@busbar/domain/key-case';
import { refused } from '@busbar/domain/refusal';
import {
  type DeviceInformation,
  findConnections,
  findDeviceInformation,
  findSignals,
} from '../../../areas/fleet/device-information/device-information.ts';
import {
  addNote,
  deleteNote,
  listNotes,
  mayDelete,
} from '../../../areas/fleet/device-information/device-notes.ts';
import type { DeviceNote } from '../../../areas/fleet/device-information/note-queries.ts';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';
import { presentRow } from '../../present/present-device.ts';
import { REFUSAL_MESSAGES } from '../../responses/errors.ts';
import { instantGiven } from '../../validation/log-query.ts';

const DEFAULT_ROWS = 13;
const DEFAULT_SPAN_MS = 30 * 86_400_000;

export function deviceInformationHandlers(ctx: Context): HandlersOf<typeof deviceInformationCalls> {
  return {
    'v2.device-information': async ({ params, caller }) => {
      const found = await findDeviceInformation(ctx, caller, params.device_code);
      return found.ok ? { data: present(found.value, caller) } : found;
    },
    'v2.device-information.connections': async ({ params, query, caller }) => {
      const { pn = 1, ps = DEFAULT_ROWS } = query;
      const from = instantGiven(query.start, caller.zone);
      const to = instantGiven(query.end, caller.zone);
      if (from === 'invalid') return refused('range-invalid', 'start');
      if (to === 'invalid') return refused('range-invalid', 'end');
      const page = { offset: (pn - 1) * ps, limit: ps, from, to };
      const found = await findConnections(ctx, caller, params.device_code, page);
      if (!found.ok) return found;
      const { list, total } = found.value;
      const rows = list.map(({ at, connected, cause }) => ({
        at,
        event: connected ? 'came' : 'went',
        cause,
      }));
      return { data: { list: rows, total } };
    },
    'v2.device-information.signals': async ({ params, query, caller }) => {
      const end = instantGiven(query.end, caller.zone);
      const start = instantGiven(query.start, caller.zone);
      if (start === 'invalid') return refused('range-invalid', 'start');
      if (end === 'invalid') return refused('range-invalid', 'end');
      const to = end ?? ctx.clock.now();
      const from = start ?? to - DEFAULT_SPAN_MS;
      const found = await findSignals(ctx, caller, params.device_code, { from, to });
      if (!found.ok) return found;
      const { points, cut } = found.value;
      const list = points.map(({ at, csq }) => ({ ts: at, csq }));
      return { data: { start: from, end: to, cut, list } };
    },
    'v2.device-information.notes': async ({ params, caller }) => {
      const notes = await listNotes(ctx, caller, params.device_code);
      return notes.ok
        ? { data: { list: notes.value.map((note) => presentNote(note, caller)) } }
        : notes;
    },
    'v2.device-information.notes.add': async ({ params, body, caller }) => {
      const added = await addNote(ctx, caller, params.device_code, body.text);
      return added.ok
        ? { data: presentNote(added.value, caller), msg: REFUSAL_MESSAGES.saved }
        : added;
    },
    'v2.device-information.notes.delete': async ({ params, caller }) => {
      const deleted = await deleteNote(ctx, caller, params.device_code, params.id);
      return deleted.ok ? { msg: REFUSAL_MESSAGES.deleted } : deleted;
    },
  };
}

function present(found: DeviceInformation, caller: Caller) {
  const { device, came } = found;
  const isSlave = device.kind === 'slave';
  return {
    ...presentRow(device),
    lng_t: device.longitude,
    lat_t: device.latitude,
    interval_s: device.expectedIntervalS,
    credentials: isSlave
      ? null
      : {
          used_at: came?.at ?? null,
          used: came?.cause ?? null,
          ...pickSnakeCase(found, 'issuedAt', 'oldUntil'),
        },
    rejected: may(caller, 'message.read') ? found.rejected : null,
    ...pickSnakeCase(found, 'installedOn', 'registeredAt', 'revision', 'connectedAt'),
    ...pickSnakeCase(found, 'notes', 'photos'),
  };
}

function presentNote({ id, text, userId, userName, at }: DeviceNote, caller: Caller) {
  return { id, text, user_name: userName, at, deletable: mayDelete(caller, userId) };
}
