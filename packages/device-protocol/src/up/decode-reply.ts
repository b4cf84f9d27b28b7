/** Reply of a device to one command (device protocol, "Up" and "Reply codes"). */

import type { JsonObject, Payload } from '../payload.ts';
import type { Decoded } from '../rejection.ts';
import { commandIdOf, integerOf, plainDataOf, required, textOf } from '../wire-values.ts';
import { countUnknown, decodeObject } from './decode-object.ts';

export interface Reply {
  readonly commandId: string;
  /** 0 means done; codes that the protocol does not define are treated as failures. */
  readonly code: number;
  readonly message: string | undefined;
  readonly data: JsonObject | undefined;
}

export function decodeReply(payload: Payload): Decoded<Reply> {
  return decodeObject(payload, (record) => ({
    accepted: [
      {
        commandId: required(commandIdOf(record, 'id'), 'id'),
        code: required(integerOf(record, 'code', 0, 999), 'code'),
        message: textOf(record, 'msg', 500),
        data: plainDataOf(record, 'data'),
      },
    ],
    rejected: [],
    unknownFields: countUnknown(record, ['id', 'code', 'msg', 'data', 'ts']),
  }));
}
