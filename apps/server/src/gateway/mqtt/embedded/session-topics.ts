/** The topics of one signed-in device: those of our protocol, or of another manufacturer. */
import { commandTopic, UP_KINDS, upTopic } from '@busbar/device-protocol/topics';
import type { ForeignTopics } from '../foreign/foreign-protocol.ts';
import type { MessageKind } from './session-refusal.ts';

export interface UpTopic {
  readonly kind: MessageKind;
  readonly name: string;
  /** Payload limit; undefined for that of the kind. */
  readonly maxBytes?: number | undefined;
}

export class SessionTopics {
  readonly #code: string;
  readonly #foreign: ForeignTopics | undefined;
  readonly #own: ReadonlyMap<string, UpTopic>;
  /**
   * The topic of readings: every message's topic is compared with it first, because nearly all
   * messages are readings.
   */
  readonly #data: { readonly topic: UpTopic; readonly bytes: Buffer } | undefined;

  constructor(code: string, foreign: ForeignTopics | undefined) {
    this.#code = code;
    this.#foreign = foreign;
    const topics = foreign === undefined ? UP_KINDS.map((kind) => ownTopic(code, kind)) : [];
    this.#own = new Map(topics.map((topic) => [topic.name, topic]));
    const data = topics.find(({ kind }) => kind === 'data');
    this.#data = data && { topic: data, bytes: Buffer.from(data.name) };
  }

  /** Returns undefined if the device may not publish to the topic. */
  find(name: string): UpTopic | undefined {
    if (this.#foreign === undefined) return this.#own.get(name);
    if (!this.#foreign.mayPublish(name)) return undefined;
    return { kind: 'other', name, maxBytes: this.#foreign.maxBytesOf?.(name) };
  }

  findBytes(name: Buffer): UpTopic | undefined {
    const data = this.#data;
    return data?.bytes.equals(name) ? data.topic : this.find(name.toString());
  }

  /** True for a filter that can only match topics of the device. */
  maySubscribe(filter: string): boolean {
    if (this.#foreign !== undefined) return this.#foreign.maySubscribe(filter);
    return filter === commandTopic(this.#code) || filter === `ep/1/${this.#code}/down/#`;
  }

  /** True for a filter that includes the commands of the platform. */
  hasCommands(filter: string): boolean {
    return this.#foreign?.hasCommands(filter) ?? this.maySubscribe(filter);
  }
}

const ownTopic = (code: string, kind: (typeof UP_KINDS)[number]): UpTopic => ({
  kind,
  name: upTopic(code, kind),
});
