/**
 * One connection of a DTU: executes the actions of its line, and passes the values of its meters to
 * the ingest. Polling pauses until the last reading is committed, and while the ingest is full: the
 * registers of a meter lose nothing in the meantime.
 */
import type { Socket } from 'node:net';
import type { CameCause, WentCause } from '@busbar/domain/device/connection-cause';
import type { LineFrame } from '@busbar/domain/line/line-frame';
import type { LineAction } from '@busbar/domain/line/line-request';
import type { DeviceCommand } from '../../areas/control/commands/device-command.ts';
import type { SendResult } from '../../areas/control/commands/device-link.ts';
import type { KnownSwitch } from '../../areas/control/outcomes/switch-queries.ts';
import type { TestedQuantity } from '../../areas/fleet/serial-lines/line-test-queries.ts';
import type {
  LineDevice,
  StoredLine,
  StoredMeter,
} from '../../areas/fleet/serial-lines/serial-line-queries.ts';
import type { DeviceMessage } from '../../areas/telemetry/ingest/device-message.ts';
import type { Ingest } from '../../areas/telemetry/ingest/ingest.ts';
import type { LinkDevice } from '../../areas/telemetry/presence/link-device.ts';
import type { Clock } from '../../clock.ts';
import type { DeviceConnection } from '../connection-table.ts';
import { CommandDesk } from './command-desk.ts';
import type { LineHealth } from './line-health.ts';
import { LineMeters } from './line-meters.ts';
import { LinePort } from './line-port.ts';
import { LineRequests } from './line-requests.ts';
import type { SignedInLine } from './line-sign-in.ts';
import type { PolledMeter } from './poll-blocks.ts';
import { SwitchDesk } from './switching/switch-desk.ts';
import { type LineTest, runLineTest } from './testing/line-test.ts';

export interface LineSessionParts {
  readonly socket: Socket;
  readonly clock: Clock;
  readonly ingest: Ingest;
  /** Called when the device or its slaves have changed: the settings of the line may have too. */
  readonly onChanged: (session: LineSession) => void;
  /**
   * Registers the device before the first frame is used; resolves to false if the connection has
   * been closed instead. Undefined if the device is registered already.
   */
  readonly register: ((session: LineSession) => Promise<boolean>) | undefined;
  /** Returns undefined if the stored password of a meter cannot be decrypted. */
  readonly passwordOf: (customerId: number, meter: StoredMeter) => string | undefined;
  readonly onFailure: (error: unknown, message: string) => void;
  /** Returns the reported state of a device on the line. */
  readonly knownOf: (device: LineDevice) => Promise<KnownSwitch>;
}

/** A DTU that only sends heartbeats is seen again after this time. */
const SEEN_EVERY_MS = 30_000;
const TOPIC = 'line';
const LINE_KEYS = [
  ...(['protocol', 'baud', 'heartbeat', 'needsSecret'] as const),
  ...(['transport', 'host', 'port'] as const),
] as const;

export class LineSession implements DeviceConnection {
  readonly came: CameCause;
  readonly secretHash: Buffer | undefined;
  /** Resolves when the first frame has arrived. */
  readonly reached: Promise<void>;
  readonly #parts: LineSessionParts;
  readonly #line: StoredLine;
  readonly #meters: LineMeters;
  readonly #port: LinePort;
  readonly #desk: CommandDesk;
  readonly #requests: LineRequests;
  readonly #switches: SwitchDesk;
  readonly #timers = new Set<() => void>();
  /** Called when the last open switching command has ended. */
  #onIdle: (() => void)[] = [];
  readonly #leftAlone = new Map<string, number>();
  #secretUntil: number | undefined;
  readonly #connectedAt: number;
  #device: LinkDevice;
  #unsettled = 0;
  #isFrozen = false;
  #isRegistered: boolean;
  #seenAt: number;
  #reachedAt: number | undefined;
  #went: WentCause | undefined;

  constructor(parts: LineSessionParts, signedIn: SignedInLine) {
    const { device, line, secret, secretUntil, secretHash } = signedIn;
    const { socket, clock, ingest } = parts;
    this.#parts = parts;
    this.#device = device;
    this.#line = line;
    this.came = secret;
    this.secretHash = secretHash;
    this.#secretUntil = secretUntil;
    this.#connectedAt = clock.now();
    this.#isRegistered = parts.register === undefined;
    this.#seenAt = clock.monotonic();
    this.#meters = new LineMeters(line);
    let reach = () => {};
    this.reached = new Promise((resolve) => {
      reach = resolve;
    });
    const reached = () => {
      this.#isRegistered = true;
      this.#reachedAt = clock.monotonic();
      reach();
    };
    this.#port = new LinePort({
      ...{ socket, clock, line, slaves: this.#meters.slaves },
      mayPoll: () =>
        !this.#isFrozen && this.#unsettled === 0 && !ingest.isFull && !this.#switches.isBusy,
      execute: (actions) => this.#execute(actions),
      onFirstFrame: () => {
        const isRegistering = parts.register?.(this).then((isRegistered) => {
          if (isRegistered) reached();
        });
        if (isRegistering === undefined) reached();
        return isRegistering;
      },
      onHeartbeat: () => this.#reportSeen(),
      onNoise: () => this.reset('refused'),
    });
    const mayNotWrite = () => this.#isFrozen || socket.writableLength > 0;
    this.#desk = new CommandDesk({
      line: (event) => this.#port.run(event),
      monotonic: () => clock.monotonic(),
      mayNotWrite,
      incomplete: () => {
        this.#port.log.incomplete += 1;
      },
      submit: (content, bytes) => this.#submit(content, bytes),
      unanswered: () => this.reset('not-acknowledged'),
    });
    this.#requests = new LineRequests(
      (event) => this.#port.run(event),
      () => clock.monotonic(),
    );
    this.#switches = new SwitchDesk({
      requests: this.#requests,
      switched: (slot) => this.#meters.switched(slot),
      passwordOf: (meter) => parts.passwordOf(this.#device.ref.customerId, meter),
      knownOf: ({ deviceId }) =>
        parts.knownOf({ customerId: this.#device.ref.customerId, deviceId }),
      mayNotWrite,
      monotonic: () => clock.monotonic(),
      after: (delayMs, work) => this.#after(delayMs, work),
      submit: (content, bytes) => this.#submit(content, bytes),
      unanswered: () => this.reset('not-acknowledged'),
      unansweredExpiring: (sentAt) => this.#unansweredExpiring(sentAt),
      onIdle: () => {
        const waiting = this.#onIdle;
        this.#onIdle = [];
        for (const work of waiting) work();
        this.checkPolling();
      },
    });
    // The DTU may still read after it has ended its side.
    socket.once('end', () => this.#resetUnanswered());
    socket.once('close', () => {
      for (const cancel of this.#timers) cancel();
    });
  }

  /** Starts polling; `rest` are the bytes that arrived with the registration. */
  start(rest: Uint8Array): void {
    this.#parts.socket.resume();
    if (rest.length > 0) this.#port.receive(rest);
    else this.#port.run({ kind: 'tick' });
  }

  get device(): LinkDevice {
    return this.#device;
  }

  get went(): WentCause {
    return this.#went ?? 'lost';
  }

  refresh(device: LinkDevice): void {
    this.#device = device;
    this.#parts.onChanged(this);
  }

  /** Replaces the device and its settings; returns false if the connection has ended. */
  renew({ device, line }: SignedInLine): boolean {
    this.#device = device;
    this.reload(line);
    return !this.#parts.socket.destroyed;
  }

  /** Time of the first frame, of the monotonic clock; undefined before it. */
  get reachedAt(): number | undefined {
    return this.#reachedAt;
  }

  /** Applies changed settings; those of the line itself need a new connection. */
  reload(line: StoredLine): void {
    if (LINE_KEYS.some((key) => line[key] !== this.#line[key])) {
      this.close();
      return;
    }
    const former = new Set(this.#meters.slaves);
    this.#meters.load(line);
    const kept = this.#meters.slaves.filter((one) => former.has(one)).map(({ slave }) => slave);
    for (const slave of this.#leftAlone.keys()) {
      if (!kept.includes(slave)) this.#leftAlone.delete(slave);
    }
    this.#port.run({ kind: 'slaves', slaves: this.#meters.slaves });
  }

  get takesCommands(): boolean {
    const { socket } = this.#parts;
    return !this.#isFrozen && socket.writable && socket.writableLength === 0;
  }

  send(
    command: DeviceCommand,
    remainingMs: () => number,
    isStillWanted: () => Promise<boolean>,
  ): Promise<SendResult> {
    if (command.op === 'switch' || command.op === 'slaves') {
      return this.#switches.send(command, remainingMs, isStillWanted);
    }
    return this.#desk.send(command, remainingMs, this.#line, this.#meters.all());
  }

  /**
   * Reads the registers of a profile that is not stored, between the poll cycles. Switching commands
   * are carried out first.
   */
  test(test: LineTest): Promise<readonly TestedQuantity[]> {
    const { clock } = this.#parts;
    const whenIdle = () =>
      this.#switches.isBusy
        ? new Promise<void>((resolve) => this.#onIdle.push(resolve))
        : Promise.resolve();
    const parts = { requests: this.#requests, monotonic: () => clock.monotonic(), whenIdle };
    return runLineTest(parts, this.#line, test);
  }

  /** Polls while readings can be stored. */
  checkPolling(): void {
    this.#port.run({ kind: 'tick' });
  }

  secretEnds(until: number | undefined): void {
    this.#secretUntil = until;
  }

  endIfSecretOver(): void {
    const isOver = this.#secretUntil !== undefined && this.#secretUntil <= this.#parts.clock.now();
    if (isOver) this.close('old-secret-over');
  }

  freeze(): void {
    this.#isFrozen = true;
    this.checkPolling();
  }

  /** Completes pending writes except commands, then closes the connection. */
  end(): Promise<void> {
    this.#went ??= 'server-stopped';
    const { socket } = this.#parts;
    return new Promise((resolve) => {
      if (socket.destroyed) resolve();
      socket.once('close', () => resolve());
      if (!this.#resetUnanswered()) socket.end(() => socket.destroy());
    });
  }

  close(cause?: WentCause): void {
    this.#went ??= cause;
    if (!this.#resetUnanswered()) this.#parts.socket.destroy();
  }

  /**
   * A plain close leaves pending writes to the kernel, which could deliver them after minutes
   * (docs/promises.md C2).
   */
  reset(cause?: WentCause): void {
    this.#went ??= cause;
    this.#parts.socket.resetAndDestroy();
  }

  get health(): LineHealth {
    const { sent, answers, refusals, timeouts, incomplete, frames } = this.#port.log;
    const { clock } = this.#parts;
    return {
      ...{ sent, answers, refusals, timeouts, incomplete, frames },
      discarded: this.#port.discarded,
      connectedAt: this.#connectedAt,
      lastReceivedAt: clock.now() - (clock.monotonic() - this.#port.receivedAt),
      leftAlone: new Map(this.#leftAlone),
      faults: new Map(this.#meters.faults),
    };
  }

  #execute(actions: readonly LineAction[]): void {
    let isReplanned = false;
    for (const action of actions) {
      switch (action.kind) {
        case 'send':
          if (this.#mayWrite(action.request.id)) this.#port.write(action.bytes);
          break;
        case 'answer':
          this.#port.log.answers += 1;
          this.#answered(action);
          break;
        case 'failure':
          if (action.reason === 'no-answer') this.#port.log.timeouts += 1;
          if (action.reason === 'refused') this.#port.log.refusals += 1;
          this.#desk.failed(action);
          this.#requests.failed(action);
          break;
        case 'left-alone':
          this.#noteLeftAlone(action);
          break;
        case 'left-out':
          isReplanned = this.#meters.leaveOut(action.slave, action.block) || isReplanned;
          break;
        case 'cycle-end':
          this.#endCycle(action.slave);
          break;
        case 'close':
          if (action.reason === 'half-open' || action.reason === 'idle') this.reset('silent');
      }
    }
    if (isReplanned) this.#port.run({ kind: 'slaves', slaves: this.#meters.slaves });
  }

  #answered(action: Extract<LineAction, { kind: 'answer' }>): void {
    const { request, frame } = action;
    const now = this.#parts.clock.monotonic();
    const { polled } = request;
    if (frame !== undefined) this.#desk.lineAnswered();
    if (polled === undefined) {
      this.#desk.answered(request.id, frame);
      this.#requests.answered(action);
    } else if (frame !== undefined) {
      const meter = this.#meters.ofContact(polled.slave, polled.block);
      if (meter !== undefined) this.#report(meter, frame);
      const breaker = this.#meters.ofTrip(polled.slave, polled.block);
      if (breaker !== undefined) this.#switches.reportTrip(breaker, frame);
      const isUsed = this.#meters.answered(polled.slave, polled.block, frame, now);
      if (!isUsed) this.#port.log.incomplete += 1;
    }
  }

  /** A position that cannot be reported is read again in the next cycle. */
  #report(meter: PolledMeter, frame: LineFrame): void {
    this.#switches.report(meter, frame).catch((err: unknown) => {
      this.#parts.onFailure(err, 'a position could not be reported');
    });
  }

  /** Returns false if the command of the request has expired. */
  #mayWrite(requestId: string): boolean {
    return this.#desk.sending(requestId) && this.#requests.sending(requestId);
  }

  /** Returns false, and changes nothing, if no command or frame may still be on its way. */
  #resetUnanswered(): boolean {
    const isOpen = this.#requests.hasUnansweredWrite || this.#switches.hasUnprovenWrite;
    if (!isOpen && !this.#desk.hasUnansweredWrite) return false;
    this.reset();
    return true;
  }

  /** The meter refuses the frame after its expiry: it is enough that the line is alive. */
  #unansweredExpiring(sentAt: number): void {
    if (this.#port.receivedAt < sentAt) this.reset('not-acknowledged');
  }

  /** Runs the work after the time unless the connection has ended. */
  #after(delayMs: number, work: () => void): void {
    const cancel = this.#parts.clock.after(delayMs, () => {
      this.#timers.delete(cancel);
      work();
    });
    this.#timers.add(cancel);
  }

  #noteLeftAlone({ slave, until }: Extract<LineAction, { kind: 'left-alone' }>): void {
    const { clock } = this.#parts;
    if (until === null) this.#leftAlone.delete(slave);
    else this.#leftAlone.set(slave, clock.now() + until - clock.monotonic());
  }

  #endCycle(slave: string): void {
    const values = this.#meters.endCycle(slave, this.#parts.clock.monotonic());
    if (values === undefined) return;
    const { reading, rejected, bytes } = values;
    if (reading === undefined && rejected.length === 0) return;
    const readings = reading === undefined ? [] : [reading];
    this.#submit({ readings, rejected, unknownFields: 0 }, bytes);
  }

  /** A heartbeat shows that the DTU is reachable, also while its meters are not. */
  #reportSeen(): void {
    const { ingest, clock } = this.#parts;
    if (!this.#isRegistered || this.#unsettled > 0 || ingest.isFull || this.#isFrozen) return;
    if (clock.monotonic() - this.#seenAt < SEEN_EVERY_MS) return;
    this.#submit({ rejected: [], unknownFields: 0 }, new Uint8Array());
  }

  #submit(content: DeviceMessage, payload: Uint8Array): void {
    const { clock, ingest } = this.#parts;
    this.#seenAt = clock.monotonic();
    this.#unsettled += 1;
    const settled = () => {
      this.#unsettled -= 1;
      this.checkPolling();
    };
    const message = { device: this.#device, payload, topic: TOPIC, receivedAt: clock.now() };
    ingest.take({ ...message, isLive: true, settled }, content);
  }
}
