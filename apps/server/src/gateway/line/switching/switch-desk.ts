/**
 * Opens and closes the meters and breakers on one line, one command after the other. The answer of a
 * device only means that it has accepted the command: its position is read then, and with each poll
 * cycle, and reported like the state of any breaker.
 */
import type { LineFrame } from '@busbar/domain/line/line-frame';
import type { DeviceCommand } from '../../../areas/control/commands/device-command.ts';
import type { SendResult } from '../../../areas/control/commands/device-link.ts';
import type { KnownSwitch } from '../../../areas/control/outcomes/switch-queries.ts';
import type { DeviceMessage } from '../../../areas/telemetry/ingest/device-message.ts';
import { replyTo } from '../line-commands.ts';
import type { RequestEnd } from '../line-requests.ts';
import type { PolledMeter } from '../poll-blocks.ts';
import { type PrepareParts, placeOf, prepareSwitch, type SwitchTask } from './prepare-switch.ts';
import { readContact } from './read-contact.ts';
import { type Relay, RelayReports } from './relay-reports.ts';
import { TripReports } from './trip-reports.ts';

export interface SwitchParts extends PrepareParts {
  /** Returns the reported state of a device on the line. */
  readonly knownOf: (relay: Relay) => Promise<KnownSwitch>;
  /** True if the server stops, or has bytes for the connection that could wait for minutes. */
  readonly mayNotWrite: () => boolean;
  readonly after: (delayMs: number, work: () => void) => void;
  readonly submit: (content: DeviceMessage, bytes: Uint8Array) => void;
  /** Called for a command without an expiry that was not answered, and may still be on its way. */
  readonly unanswered: () => void;
  /** Called for a command with an expiry that was not answered, like the reading after it. */
  readonly unansweredExpiring: (sentAt: number) => void;
  /** Called when polling may continue. */
  readonly onIdle: () => void;
}

interface ReportedTask extends SwitchTask {
  readonly commandId: string;
  /** Called once: when the first byte is written, or when it is certain that none will be. */
  readonly report: (result: SendResult) => void;
}

/** A connection that has not acknowledged a command by then is reset (docs/promises.md C2). */
const PROOF_MS = 5_000;
/** Time between two readings of a contact that has not moved yet. */
const REREAD_MS = 2_000;
/** A reading after the expiry resolves a command whose outcome has become unknown. */
const READ_AFTER_EXPIRY_MS = 8_000;
const READING_MS = 10_000;
const EMPTY = new Uint8Array();

export class SwitchDesk {
  readonly #parts: SwitchParts;
  readonly #reports: RelayReports;
  readonly #trips: TripReports;
  #last: Promise<void> = Promise.resolve();
  #open = 0;
  /** The command that was not answered and may still be on its way. */
  #unproven: object | undefined;

  constructor(parts: SwitchParts) {
    this.#parts = parts;
    this.#reports = new RelayReports(parts.monotonic, parts.submit);
    this.#trips = new TripReports(parts.submit);
  }

  /** True while a command is prepared, written or verified: nothing is polled then. */
  get isBusy(): boolean {
    return this.#open > 0;
  }

  /** True while a command without an expiry that was not answered may still be on its way. */
  get hasUnprovenWrite(): boolean {
    return this.#unproven !== undefined;
  }

  /** Resolves when the first byte is written, or when it is certain that none will be. */
  send(
    command: DeviceCommand,
    remainingMs: () => number,
    isStillWanted: () => Promise<boolean>,
  ): Promise<SendResult> {
    const place = placeOf(command);
    if (place === undefined || this.#parts.switched(place.slot) === undefined) {
      return Promise.resolve('not-supported');
    }
    let isOver = false;
    const left = () => (isOver ? 0 : remainingMs());
    return new Promise((report, reject) => {
      const task = { ...place, commandId: command.id, remainingMs: left, isStillWanted, report };
      // A command that has expired is never written, however long the commands before it take.
      this.#parts.after(Math.max(1, Math.ceil(remainingMs())), () => {
        isOver = true;
        report('too-late');
      });
      this.#open += 1;
      this.#last = this.#last.then(async () => {
        await this.#carryOut(task).catch(reject);
        this.#open -= 1;
        if (this.#open === 0) this.#parts.onIdle();
      });
    });
  }

  /** Reports the position in an answer. */
  async report({ meter, contact, trip }: PolledMeter, frame: LineFrame): Promise<void> {
    const position = contact?.positionIn(frame);
    if (contact === undefined || position === undefined) return;
    const { hasLever } = contact;
    const needsKnown = hasLever && this.#reports.isNew(meter);
    const known = needsKnown ? await this.#parts.knownOf(meter) : undefined;
    this.#reports.read(meter, position, frame.bytes, { known, hasLever });
    if (trip === undefined) return;
    this.#trips.position(meter, position === 'tripped', trip.types, frame.bytes);
  }

  /** Reports the reasons of a trip in an answer. */
  reportTrip({ meter, trip }: PolledMeter, frame: LineFrame): void {
    if (trip === undefined) return;
    this.#trips.reasons(meter, trip.reasonsIn(frame), trip.types, frame.bytes);
  }

  async #carryOut(task: ReportedTask): Promise<void> {
    const { requests, monotonic } = this.#parts;
    const { commandId, remainingMs, report } = task;
    const reason = await this.#readBefore(task);
    if (reason !== undefined) return report(reason);
    const prepared = await prepareSwitch(this.#parts, task);
    if (typeof prepared === 'string') return report(prepared);
    const { exchange, meter } = prepared;
    const expiresAt = monotonic() + remainingMs();
    const onSent = () => {
      this.#reports.expect(meter.meter, { commandId, to: task.to, expiresAt });
      report('sent');
    };
    const isBlocked = this.#parts.mayNotWrite;
    const options = { priority: 'command', isWrite: true, remainingMs, onSent, isBlocked } as const;
    const end = await requests.run(exchange, options);
    if (end.sentAt === undefined) return report(remainingMs() > 0 ? 'not-connected' : 'too-late');
    this.#reply(task, meter, end);
    if (end.reason === 'no-answer') await this.#readAfterLoss(meter, end.sentAt);
    else await this.#readPosition(meter, 'command');
    this.#readAgain(meter);
  }

  /**
   * A person may have moved a contact with a lever since it was last polled. Returns the reason if it
   * must not be closed.
   */
  async #readBefore({ slot, to, remainingMs }: SwitchTask): Promise<SendResult | undefined> {
    const meter = this.#parts.switched(slot);
    if (meter?.contact?.hasLever !== true) return undefined;
    const { reason, frame } = await readContact(this.#parts.requests, meter, remainingMs);
    const isRead = reason === 'answered' && meter.contact.positionIn(frame!) !== undefined;
    if (isRead) await this.report(meter, frame!);
    if (to === 'open') return undefined;
    if (isRead) return this.#reports.isCloseDisabled(meter.meter) ? 'close-disabled' : undefined;
    if (reason === 'line-closed') return 'not-connected';
    return remainingMs() > 0 ? 'position-unread' : 'too-late';
  }

  /**
   * What is written to a connection arrives in order: if the contact has moved by a reading after the
   * command, the command has arrived. Without an expiry, it could otherwise still arrive.
   */
  async #readAfterLoss(meter: PolledMeter, sentAt: number): Promise<void> {
    const { requests, monotonic, after, unanswered, unansweredExpiring } = this.#parts;
    const { expires = false } = meter.contact ?? {};
    const endsAt = expires ? monotonic() + READING_MS : sentAt + PROOF_MS;
    const command = {};
    if (!expires) {
      this.#unproven = command;
      after(Math.max(1, endsAt - monotonic()), () => {
        if (this.#unproven === command) unanswered();
      });
    }
    const { reason, frame } = await readContact(requests, meter, () => endsAt - monotonic());
    const isRead = reason === 'answered' && frame !== undefined;
    const isProven = isRead && this.#reports.proves(meter.meter, meter.contact?.positionIn(frame));
    if (isRead) await this.report(meter, frame);
    if (!expires && !isProven) unanswered();
    else if (expires && !isRead && reason !== 'refused') unansweredExpiring(sentAt);
    this.#unproven = undefined;
  }

  /** Without an answer there is no reply: the outcome is unknown until the position is read. */
  #reply({ commandId }: ReportedTask, { meter }: PolledMeter, end: RequestEnd): void {
    const { reason, frame } = end;
    if (reason !== 'answered' && reason !== 'refused') return;
    const isDone = reason === 'answered';
    if (isDone) this.#reports.accepted(meter);
    else this.#reports.end(meter);
    const refusal = frame?.refusal;
    const result = refusal === 'not-authorised' ? 'notAuthorised' : 'refused';
    const reply = replyTo(commandId, isDone ? 'done' : result, refusal);
    this.#parts.submit({ rejected: [], unknownFields: 0, reply }, frame?.bytes ?? EMPTY);
  }

  async #readPosition(meter: PolledMeter, priority: 'command' | 'read'): Promise<void> {
    const { requests, monotonic } = this.#parts;
    if (meter.contact === undefined) return;
    const endsAt = monotonic() + READING_MS;
    const remainingMs = () => endsAt - monotonic();
    const { reason, frame } = await requests.run(meter.contact.reading, { priority, remainingMs });
    if (reason === 'answered' && frame !== undefined) await this.report(meter, frame);
  }

  /** Reads the position until it has changed, and once more after the command has expired. */
  #readAgain(meter: PolledMeter): void {
    const expiresAt = this.#reports.expiresAt(meter.meter);
    const { monotonic, after, switched } = this.#parts;
    if (expiresAt === undefined) return;
    const isLast = monotonic() + REREAD_MS > expiresAt;
    const delayMs = isLast ? expiresAt + READ_AFTER_EXPIRY_MS - monotonic() : REREAD_MS;
    after(Math.max(1, delayMs), () => {
      const current = switched(meter.meter.slot);
      if (current === undefined || this.#reports.expiresAt(current.meter) !== expiresAt) return;
      const next = () => {
        if (isLast) this.#reports.end(current.meter);
        else this.#readAgain(current);
      };
      this.#readPosition(current, 'read').then(next, next);
    });
  }
}
