/**
 * The closed list of refusals: expected answers of the domain, returned as
 * values and translated once at the edge (server `http/errors.ts`, web
 * catalogues). A failure (bug, broken world) is thrown and is never in here.
 */
export const REFUSALS = [
  // access
  'admin-not-allowed',
  'bad-credentials',
  'account-expired',
  'account-pending',
  'login-mode-not-allowed',
  'too-many-attempts',
  'password-change-required',
  'old-password-wrong',
  'password-too-weak',
  'password-unchanged',
  'activation-password-wrong',
  'no-pending-account',
  'account-taken',
  'step-up-required',
  'group-share-exceeded',
  'second-factor-required',
  'code-wrong',
  'sign-in-over',
  'second-factor-on',
  'second-factor-off',
  // users
  'user-name-invalid',
  'own-account-fixed',
  'user-above-own',
  'user-changed',
  'invitation-over',
  // shape of the request
  'invalid-request',
  'info-required',
  'not-found',
  'forbidden',
  'range-invalid',
  // groups
  'group-name-invalid',
  'group-name-taken',
  'group-cycle',
  'group-too-deep',
  'groups-too-many',
  'group-changed',
  'group-not-empty',
  'group-has-keys',
  'default-of-group',
  'own-group-fixed',
  'last-root-administrator',
  // roles
  'role-name-invalid',
  'role-name-taken',
  'roles-too-many',
  'role-changed',
  'role-exceeds-giver',
  'role-held-elsewhere',
  'role-in-use',
  'role-last-keeper',
  // menus of roles
  'menu-entry-unknown',
  'menu-entry-twice',
  'menu-entry-not-held',
  'menu-entry-kept',
  'menu-name-invalid',
  'menu-empty',
  'menu-changed',
  // registrations
  'registration-changed',
  'customer-zone-fixed',
  'expiry-invalid',
  // types of devices
  'device-type-name-invalid',
  'device-type-name-taken',
  'device-type-changed',
  'interval-invalid',
  // devices
  'device-code-invalid',
  'device-code-taken',
  'device-type-unknown',
  'rate-unknown',
  'group-unknown',
  'position-invalid',
  'device-has-slaves',
  'quota-exceeded',
  'device-changed',
  'installation-day-invalid',
  'rating-invalid',
  'password-required',
  'old-secret-until-invalid',
  'photo-format',
  'photo-damaged',
  'photo-too-large',
  'photos-too-many',
  // control
  'control-busy',
  'close-disabled',
  'lock-disabled',
  'unlock-disabled',
  'locked-by-other',
  'mechanically-locked',
  'already-open',
  'already-closed',
  'state-unknown',
  'order-not-supported',
  'device-offline',
  'too-soon',
  'command-ended',
  'idempotency-mismatch',
  'not-selected',
  // protection
  'protection-not-supported',
  'parameters-empty',
  'parameter-invalid',
  'template-name-taken',
  'template-changed',
  // several slaves at once
  'slot-unknown',
  'slave-address-invalid',
  'slave-address-repeated',
  'slave-order-unknown',
  'slave-unknown',
  'no-slave-ordered',
  // the slots of a gateway
  'slot-taken',
  'slave-disabled',
  'slave-table-unread',
  // timers
  'timer-time-invalid',
  'timer-days-invalid',
  'timer-taken',
  'timer-of-project',
  // tariffs
  'rate-info-required',
  'price-invalid',
  'rate-name-taken',
  'calendar-invalid',
  'start-day-invalid',
  'rate-version-begun',
  'system-rate-protected',
  'rate-in-use',
  'currency-taken',
  // energy and fees
  'date-type-unsupported',
  'count-out-of-range',
  'date-invalid',
  'settlement-day-invalid',
  'period-unknown',
  'period-not-ended',
  'period-closed',
  'register-unknown',
  'override-reason-required',
  'override-energy-invalid',
  'override-exists',
  'override-withdrawn',
  'registers-thinned',
  // forwarding and notifications
  'address-invalid',
  'address-not-secure',
  'address-port',
  'address-not-public',
  'forwarding-off',
  'mail-address-invalid',
  'mail-not-available',
  'push-not-subscribed',
  'language-unknown',
  'language-not-offered',
  'zone-unknown',
  'clock-time-invalid',
  'quiet-hours-incomplete',
  'alarm-type-unknown',
  'minutes-invalid',
  'escalation-incomplete',
  'key-name-required',
  'key-expiry-invalid',
  // alarms
  'period-unsupported',
  'alarm-handled',
  'alarm-ended',
  'snooze-invalid',
  'alarm-word-unknown',
  'rule-invalid',
  'window-invalid',
  'window-reason-required',
  'window-over',
  // projects
  'project-info-required',
  'project-type-fixed',
  'not-lamp-project',
  'lamp-count-invalid',
  'lamp-power-invalid',
  'error-range-invalid',
  'lamp-kind-unknown',
  'phase-unknown',
  'burn-rule-unknown',
  'offset-invalid',
  'dimmed-invalid',
  'device-has-lamps',
  'app-notice-once',
  'power-mode-unknown',
  'project-figure-invalid',
  'scheduled-power-required',
  'sun-position-required',
  'sun-event-unknown',
  'project-timer-taken',
  'visit-invalid',
  'visit-over',
  'no-lamp-group',
  // frames typed by hand
  'frame-address-invalid',
  'frame-command-invalid',
  'frame-data-invalid',
  'frame-invalid',
  'frame-not-confirmed',
  'frame-not-answered',
  'frame-refused',
  'favourite-name-taken',
  // towers
  'confirmation-required',
  'not-tower-project',
  'tower-name-required',
  'tower-device-taken',
  'tower-breaker-unfit',
  'tower-figure-invalid',
  'tower-users-too-many',
  'tower-slot-invalid',
  'tower-priority-invalid',
  'tower-hysteresis-small',
  'tower-voltages-disordered',
  'tower-periods-too-many',
  'tower-period-invalid',
  'tower-periods-overlap',
  'tower-return-invalid',
  'tower-order-in-auto',
  // the live wall
  'wall-name-taken',
  'wall-changed',
  // reports
  'report-type-unknown',
  'report-format-unknown',
  'report-devices-too-many',
  'report-too-many',
  'report-ended',
  'report-link-over',
  'report-day-invalid',
  'report-schedules-too-many',
  'report-recipients-invalid',
  'report-recipient-blind',
  'report-recipient-no-mail',
  // imports of devices
  'import-unreadable',
  'import-encoding',
  'import-too-large',
  'import-empty',
  'import-columns-missing',
  'import-column-twice',
  'import-too-many-columns',
  'import-too-many-rows',
  'import-changed',
  'import-secrets-gone',
] as const;

export type Refusal = (typeof REFUSALS)[number];

/** An expected refusal, with the offending field where one can be named. */
export interface Refused {
  readonly ok: false;
  readonly refusal: Refusal;
  readonly field?: string;
  /** Where one sentence cannot say it: what is wrong with each field, who holds the lock. */
  readonly detail?: string;
}

export interface Done<T> {
  readonly ok: true;
  readonly value: T;
}

/** What a use-case returns: a value, or a refusal out of the closed list. */
export type Outcome<T> = Done<T> | Refused;

export function done<T>(value: T): Done<T> {
  return { ok: true, value };
}

export function refused(refusal: Refusal, field?: string, detail?: string): Refused {
  return {
    ok: false,
    refusal,
    ...(field === undefined ? {} : { field }),
    ...(detail === undefined ? {} : { detail }),
  };
}
