/**
 * Reads and checks the worked examples in `docs/protocol/device.md`. Every implementation of the
 * protocol (codec, server, simulator) runs the same examples, so the document cannot drift from the
 * code.
 *
 * An example is a fenced block whose info string names its topic (`json up/data`, `text up/data`
 * for a payload that is not JSON, `json down/command`), followed by a block `json decoded` with the
 * decoded result. Absent values are omitted there, and a rejection consists of its reason and
 * index.
 */

import type { Rejection } from '@busbar/domain/device/rejection';
import { decodeCommand } from '../src/down/decode-down.ts';
import { encodeCommand } from '../src/down/encode-down.ts';
import { UP_KINDS, type UpKind } from '../src/topics.ts';
import { decodeUp } from '../src/up/decode-up.ts';
import { encodeAlarm, encodeData, encodeInfo, encodeReply } from '../src/up/encode-up.ts';

export interface Example {
  /** Topic of the example: `up/data` and similar, or `down/command`. */
  readonly topic: string;
  /** Line of the document on which the block of the payload begins. */
  readonly line: number;
  readonly payload: string;
  /** Expected result, as parsed JSON. */
  readonly expected: unknown;
}

const BLOCK = /^```(\S+) (\S+)\n([\s\S]*?)\n?^```$/gm;

/**
 * Throws if a payload is not followed by a `decoded` block, or if a `decoded` block has no payload.
 */
export function readExamples(markdown: string): Example[] {
  const blocks = [...markdown.matchAll(BLOCK)].map((match) => ({
    topic: match[2] ?? '',
    body: match[3] ?? '',
    line: markdown.slice(0, match.index).split('\n').length,
  }));
  const examples: Example[] = [];
  for (let index = 0; index < blocks.length; index += 2) {
    const payload = blocks[index];
    const decoded = blocks[index + 1];
    if (payload === undefined || payload.topic === 'decoded' || decoded?.topic !== 'decoded') {
      throw new Error(`line ${payload?.line}: payload and decoded do not alternate`);
    }
    const { topic, line, body } = payload;
    examples.push({ topic, line, payload: body, expected: JSON.parse(decoded.body) });
  }
  return examples;
}

/** Decodes the example; the result has the form of a `decoded` block. */
export function decodeExample({ topic, payload }: Example): unknown {
  if (topic === 'down/command') {
    const decoded = decodeCommand(payload);
    return plain(
      decoded.ok
        ? { command: decoded.command }
        : { rejected: rejectionOf(decoded.rejection), id: decoded.id },
    );
  }
  const message = decodeUp(upKind(topic), payload);
  if (message.kind === 'offline') return { kind: 'offline' };
  const { accepted, rejected, unknownFields } = message.decoded;
  return plain({ accepted, rejected: rejected.map(rejectionOf), unknownFields });
}

/**
 * Encodes the decoded payload again and returns it as a parsed value. Returns undefined for
 * examples with rejected or unknown fields, and for state reports, which do not show if they were
 * sent in one message.
 */
export function encodeExample({ topic, payload }: Example): unknown {
  if (topic === 'down/command') {
    const decoded = decodeCommand(payload);
    return decoded.ok ? JSON.parse(encodeCommand(decoded.command)) : undefined;
  }
  const message = decodeUp(upKind(topic), payload);
  if (message.kind === 'offline' || message.kind === 'state') return undefined;
  const { decoded } = message;
  if (decoded.rejected.length > 0 || decoded.unknownFields > 0) return undefined;
  switch (message.kind) {
    case 'data':
      return JSON.parse(encodeData(message.decoded.accepted));
    case 'info':
      return message.decoded.accepted.map((info) => JSON.parse(encodeInfo(info)))[0];
    case 'alarm':
      return message.decoded.accepted.map((alarm) => JSON.parse(encodeAlarm(alarm)))[0];
    case 'reply':
      return message.decoded.accepted.map((reply) => JSON.parse(encodeReply(reply)))[0];
  }
}

function upKind(topic: string): UpKind {
  const kind = UP_KINDS.find((known) => topic === `up/${known}`);
  if (kind === undefined) throw new Error(`no such topic: ${topic}`);
  return kind;
}

function rejectionOf({ reason, index }: Rejection): object {
  return index === undefined ? { reason } : { reason, index };
}

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
