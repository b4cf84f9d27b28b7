/** v2 calls for the protocol console. */
import type { towerConsoleCalls } from '@busbar/contract/v2/control/tower-console';
import {
  encodeFrame,
  type FrameContent,
  type ProtocolVersion,
} from '@busbar/device-protocol/frame/encode-frame';
import { explainBytes, explainText } from '@busbar/device-protocol/frame/explain';
import { explainReply } from '@busbar/device-protocol/frame/explain-reply';
import { hexOf, readHex } from '@busbar/device-protocol/frame/hex';
import { commandOfFrame } from '@busbar/device-protocol/frame/names/frame-command';
import { withPasswords } from '@busbar/device-protocol/frame/names/frame-passwords';
import { pickSnakeCase, snakeCaseKeys } from '@busbar/domain/key-case';
import { refused } from '@busbar/domain/refusal';
import { findHistory } from '../../../areas/control/console/console-history.ts';
import {
  type Favourite,
  listFavourites,
} from '../../../areas/control/console/favourite-queries.ts';
import { addFavourite, deleteFavourite } from '../../../areas/control/console/favourites.ts';
import type { FrameRow } from '../../../areas/control/console/frame-queries.ts';
import { sendFrame } from '../../../areas/control/console/send-frame.ts';
import { findDevice } from '../../../areas/fleet/devices/device-lookup-queries.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';
import { presentExplanation } from '../../present/present-frame.ts';
import { REFUSAL_MESSAGES } from '../../responses/errors.ts';

const DEFAULT_ROWS = 13;

export function towerConsoleHandlers(ctx: Context): HandlersOf<typeof towerConsoleCalls> {
  return {
    'v2.tower.encode-msg': async ({ body, caller }) => {
      const device = await findDevice(ctx.database.db, caller, body.device_sn);
      if (device === undefined) return refused('not-found', 'device_sn');
      const encoded = encodeFrame(frameContentOf(body));
      if (!encoded.ok) return encoded;
      const bytes = encoded.value;
      return {
        data: {
          send_code: hexOf(bytes),
          effect: commandOfFrame(bytes)?.effect ?? 'write',
          ...presentExplanation(explainBytes(bytes)),
        },
      };
    },
    'v2.tower.explain-msg': async ({ body }) => {
      const { passwords } = body;
      const code = passwords === undefined ? body.code : withPasswords(body.code, passwords);
      if (code === undefined) return refused('frame-invalid', 'passwords');
      const hex = readHex(code);
      const request = body.request === undefined ? undefined : readHex(body.request);
      const explanation =
        hex.ok && request?.ok === true ? explainReply(request.bytes, hex.bytes) : explainText(code);
      const effect = hex.ok ? (commandOfFrame(hex.bytes)?.effect ?? null) : null;
      const filled = passwords === undefined ? {} : { code };
      return { data: { effect, ...filled, ...presentExplanation(explanation) } };
    },
    'v2.tower.mqtt-pub-sub': async ({ body, caller, facts }) => {
      const sent = await sendFrame(ctx, caller, {
        device: body.device_sn,
        code: body.send_code,
        confirmed: body.confirm === true,
        password: body.password,
        source: 'v2.tower.mqtt-pub-sub',
        signal: facts.signal,
      });
      if (!sent.ok) return sent;
      const { commandId, send, receive } = sent.value;
      return {
        data: {
          receive_code: hexOf(receive),
          command_id: commandId,
          ...presentExplanation(explainReply(send, receive)),
        },
      };
    },
    'v2.tower.history': async ({ query, caller }) => {
      const found = await findHistory(ctx, caller, {
        device: query.device_sn,
        page: query.pn ?? 1,
        pageSize: query.ps ?? DEFAULT_ROWS,
      });
      if (!found.ok) return found;
      const { frames, total } = found.value;
      return { data: { list: frames.map(presentFrame), total } };
    },
    'v2.tower.favourites': async ({ caller }) => {
      const favourites = await listFavourites(ctx, caller);
      return { data: { list: favourites.map(presentFavourite) } };
    },
    'v2.tower.favourites.add': async ({ body, caller }) => {
      const content = frameContentOf(body);
      const encoded = encodeFrame(content);
      if (!encoded.ok) return encoded;
      const added = await addFavourite(ctx, caller, { name: body.name, ...content });
      return added.ok
        ? { data: presentFavourite(added.value), msg: REFUSAL_MESSAGES.saved }
        : added;
    },
    'v2.tower.favourites.delete': async ({ params, caller }) => {
      const deleted = await deleteFavourite(ctx, caller, params.id);
      return deleted.ok ? { msg: REFUSAL_MESSAGES.deleted } : deleted;
    },
  };
}

function frameContentOf(body: {
  readonly address: string | number;
  readonly command_code: string;
  readonly data?: string | undefined;
  readonly protocol_version: 1 | 2 | '1' | '2';
}): FrameContent {
  return {
    address: String(body.address),
    commandCode: body.command_code,
    data: body.data ?? '',
    version: Number(body.protocol_version) as ProtocolVersion,
  };
}

const presentFavourite = ({ version, ...favourite }: Favourite) => ({
  ...snakeCaseKeys(favourite),
  protocol_version: version,
});

const presentFrame = (frame: FrameRow) => ({
  device_sn: frame.deviceCode,
  link_sn: frame.linkDeviceCode,
  at: frame.sentAt,
  send_code: frame.sendHex,
  receive_code: frame.receiveHex,
  late: frame.receivedAt !== null && frame.receivedAt > frame.expiresAt,
  ...pickSnakeCase(frame, 'id', 'commandId', 'deviceName', 'userName'),
  ...pickSnakeCase(frame, 'effect', 'state', 'reason', 'receivedAt'),
});
