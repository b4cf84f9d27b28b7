/**
 * The protections of one breaker, stepped by a simulated clock: a fault that lasts for the action
 * delay trips the breaker, a fault that has ended for the recovery delay is cleared, and the
 * contact is closed again on recovery (voltage, power) or by the reclose slots (current, load).
 * Attempts are counted until the breaker has been closed without a fault for a minute. A contact
 * that was switched by another cause in between is not reclosed.
 */
import type { AlarmType } from '@busbar/domain/alarm/alarm-type';
import type { SwitchAction } from '@busbar/domain/switch/switch-action';
import {
  closesAutomatically,
  type Evaluation,
  evaluations,
  type Present,
} from './protection-settings.ts';

/** Evaluation interval while a fault begins or ends. */
const TICK_MS = 500;
/** Time without a fault after which the count of attempts is reset. */
const STABLE_MS = 60_000;
/**
 * Max time for which the relay evaluates missed conditions; after a longer stop it acts on the
 * current conditions only.
 */
const LONGEST_LOOK_BACK_MS = 3_600_000;

export type RelayEvent =
  | { readonly kind: 'move'; readonly action: SwitchAction }
  | {
      readonly kind: 'alarm';
      readonly type: AlarmType;
      readonly active: boolean;
      readonly value: number;
      readonly limit: number;
      readonly phase: Evaluation['phase'];
    };

/** The fields that an alarm reports. */
type ReportedAlarm = Pick<Evaluation, 'alarm' | 'value' | 'limit' | 'phase'>;

/** State of a relay that survives loss of supply: why the contact is open, and the next step. */
export interface StoredRelay {
  readonly trip: Trip | undefined;
  readonly attempts: number;
  readonly reclosedAt: number | undefined;
  /** Reported alarms that have not ended. */
  readonly active: readonly ReportedAlarm[];
}

interface Trip {
  readonly alarm: AlarmType;
  readonly action: SwitchAction;
  /** Time when a reclose slot closes the contact; undefined if it closes on recovery, or never. */
  readonly recloseAt: number | undefined;
}

export class ProtectionRelay {
  /** Start of each fault, and start of the recovery of each reported fault. */
  readonly #since = new Map<AlarmType, number>();
  readonly #backSince = new Map<AlarmType, number>();
  /** Reported alarms that have not ended, with their last values. */
  readonly #active = new Map<AlarmType, ReportedAlarm>();
  #trip: Trip | undefined;
  #attempts = 0;
  #reclosedAt: number | undefined;
  #dueAt = Infinity;
  #lookedAt = -Infinity;

  constructor(stored?: StoredRelay) {
    if (stored === undefined) return;
    this.#trip = stored.trip;
    this.#attempts = stored.attempts;
    this.#reclosedAt = stored.reclosedAt;
    for (const alarm of stored.active) this.#active.set(alarm.alarm, alarm);
  }

  snapshot(): StoredRelay {
    return {
      trip: this.#trip,
      attempts: this.#attempts,
      reclosedAt: this.#reclosedAt,
      active: [...this.#active.values()].map(({ alarm, value, limit, phase }) => ({
        alarm,
        value,
        limit,
        phase,
      })),
    };
  }

  /** Time of the next evaluation. */
  get dueAt(): number {
    return Math.max(this.#dueAt, this.#lookedAt);
  }

  /** Must be called if parameters, conditions or the contact have changed from outside. */
  touch(now: number): void {
    this.#dueAt = Math.min(this.#dueAt, now);
  }

  /** Runs all evaluations up to `now`, each at its instant; `seeAt` returns the conditions then. */
  actUpTo(
    now: number,
    seeAt: (at: number) => Present,
    contact: { readonly action: SwitchAction; readonly closed: boolean },
    emit: (event: RelayEvent, at: number) => void,
  ): void {
    this.#lookedAt = Math.max(this.#lookedAt, now - LONGEST_LOOK_BACK_MS);
    for (let at = this.dueAt; at <= now; at = this.dueAt) {
      this.#lookedAt = at;
      this.#look(at, seeAt(at), contact, (event) => emit(event, at));
    }
  }

  /** Evaluates the current conditions; events go to `emit`, which switches the contact. */
  #look(
    now: number,
    present: Present,
    contact: { readonly action: SwitchAction; readonly closed: boolean },
    emit: (event: RelayEvent) => void,
  ): void {
    const evaluated = evaluations(present);
    const before = contact.action;
    if (this.#trip !== undefined && contact.action !== this.#trip.action) this.#trip = undefined;
    if (this.#reclosedAt !== undefined && now - this.#reclosedAt >= STABLE_MS && contact.closed) {
      this.#attempts = 0;
      this.#reclosedAt = undefined;
    }
    for (const evaluation of evaluated) {
      if (evaluation.isOver && (contact.closed || evaluation.alsoOpen)) {
        this.#begins(now, evaluation, contact, emit);
      } else this.#since.delete(evaluation.alarm);
    }
    for (const [type, last] of [...this.#active]) {
      const evaluation = evaluated.find(({ alarm }) => alarm === type);
      // A protection that was disabled ends its alarm.
      if (evaluation === undefined) this.#over(last, emit);
      else this.#ends(now, evaluation, present, contact, emit);
    }
    this.#recloseBySlot(now, evaluated, contact, emit);
    // A contact that switched changes the conditions, so they are evaluated again at the same
    // instant.
    this.#dueAt = contact.action === before ? this.#nextLook(now, evaluated) : now;
  }

  #begins(
    now: number,
    evaluation: Evaluation,
    contact: { readonly closed: boolean },
    emit: (event: RelayEvent) => void,
  ): void {
    const { alarm, operateMs, trip } = evaluation;
    const since = this.#since.get(alarm) ?? now;
    this.#since.set(alarm, since);
    if (now - since < operateMs) return;
    if (!this.#active.has(alarm)) {
      this.#active.set(alarm, evaluation);
      emit(alarmEvent(evaluation, true));
    }
    if (trip === undefined || !contact.closed) return;
    this.#since.delete(alarm);
    const delayS = trip === 'openByFault' ? evaluation.attemptsS[this.#attempts] : undefined;
    this.#trip = {
      alarm,
      action: trip,
      recloseAt: delayS === undefined ? undefined : now + delayS * 1000,
    };
    emit({ kind: 'move', action: trip });
  }

  #ends(
    now: number,
    evaluation: Evaluation,
    { parameters }: Present,
    contact: { readonly action: SwitchAction },
    emit: (event: RelayEvent) => void,
  ): void {
    const type = evaluation.alarm;
    if (!evaluation.isBack) {
      this.#backSince.delete(type);
      return;
    }
    const since = this.#backSince.get(type) ?? now;
    this.#backSince.set(type, since);
    if (now - since < evaluation.resetMs) return;
    this.#over(evaluation, emit);
    const isOurs = this.#trip?.alarm === type && this.#trip.action === contact.action;
    const mayClose = contact.action !== 'lockByFault' && closesAutomatically(parameters);
    if (isOurs && evaluation.reclose === 'on-recovery' && mayClose) this.#reclose(now, emit);
  }

  #over(alarm: ReportedAlarm, emit: (event: RelayEvent) => void): void {
    this.#active.delete(alarm.alarm);
    this.#backSince.delete(alarm.alarm);
    emit(alarmEvent(alarm, false));
  }

  #recloseBySlot(
    now: number,
    evaluated: readonly Evaluation[],
    contact: { readonly action: SwitchAction },
    emit: (event: RelayEvent) => void,
  ): void {
    const trip = this.#trip;
    if (trip?.recloseAt === undefined || now < trip.recloseAt) return;
    if (contact.action !== trip.action) return;
    const evaluation = evaluated.find(({ alarm }) => alarm === trip.alarm);
    if (evaluation !== undefined && this.#active.has(trip.alarm)) this.#over(evaluation, emit);
    this.#attempts += 1;
    this.#reclose(now, emit);
  }

  #reclose(now: number, emit: (event: RelayEvent) => void): void {
    this.#trip = undefined;
    this.#reclosedAt = now;
    emit({ kind: 'move', action: 'closeAutomatic' });
  }

  #nextLook(now: number, evaluated: readonly Evaluation[]): number {
    const looks: number[] = [];
    for (const { alarm, operateMs, resetMs } of evaluated) {
      const since = this.#since.get(alarm);
      if (since !== undefined && since + operateMs > now)
        looks.push(since + operateMs, now + TICK_MS);
      const back = this.#backSince.get(alarm);
      if (back !== undefined) looks.push(back + resetMs, now + TICK_MS);
    }
    if (this.#trip?.recloseAt !== undefined) looks.push(this.#trip.recloseAt);
    return Math.min(...looks.filter((at) => at > now), Infinity);
  }
}

function alarmEvent({ alarm, value, limit, phase }: ReportedAlarm, active: boolean): RelayEvent {
  return { kind: 'alarm', type: alarm, active, value, limit, phase };
}
