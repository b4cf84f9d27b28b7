/**
 * The one place where a refusal becomes words on the wire: v1 `errCode`, v2 `code`, HTTP status
 * and the specification's sentence. Typed by the closed list: a refusal without an answer does
 * not compile. Decisions 19: expected refusals answer 200 with a code; 401 means the token,
 * 403 the permission, 404 the same for foreign and absent.
 */
import type { Refusal } from '@busbar/domain/refusal';

interface WireAnswer {
  readonly code: number;
  /** HTTP status on v2; v1 keeps 200 but for the token, the permission and unreadable requests. */
  readonly status: number;
  readonly v1Status: number;
  readonly text: string;
  /** The sentence begins with the field it is about. */
  readonly named?: true;
}

const inBody = (code: number, text: string): WireAnswer => ({
  code,
  status: 200,
  v1Status: 200,
  text,
});
/** About one of many fields of the same kind: a slot, a part of a timer. */
const named = (code: number, text: string): WireAnswer => ({ ...inBody(code, text), named: true });
const asStatus = (status: number, text: string, v1Status = status): WireAnswer => ({
  code: status,
  status,
  v1Status,
  text,
});

export const REFUSAL_ANSWERS: Record<Refusal, WireAnswer> = {
  'admin-not-allowed': inBody(40002, 'The platform does not allow the admin user to log in'),
  'bad-credentials': inBody(40003, 'Wrong user name or password'),
  'account-expired': inBody(40004, 'Login Expired'),
  'account-pending': inBody(40005, 'The account has not been activated yet'),
  'login-mode-not-allowed': inBody(40006, 'This account cannot sign in as administrator'),
  'too-many-attempts': asStatus(429, 'Too many attempts, please try later'),
  'password-change-required': asStatus(403, 'The initial password must be changed first'),
  'old-password-wrong': inBody(40007, 'The old password is wrong'),
  'password-too-weak': inBody(
    40008,
    'The new password is too weak: at least 8 characters, not a common one',
  ),
  'password-unchanged': inBody(40009, 'The new password must differ from the old one'),
  'activation-password-wrong': inBody(403, 'Administrator password wrong, contact administrator'),
  'no-pending-account': inBody(40010, 'No account is pending'),
  'account-taken': inBody(40001, 'This platform account cannot be used, please choose another'),
  'step-up-required': inBody(
    40301,
    'Many operations in a short time: please enter your password again',
  ),
  'group-share-exceeded': inBody(
    40302,
    'Many breakers of this group were switched within five minutes: please enter your password to go on',
  ),
  'invalid-request': asStatus(400, 'Bad request'),
  'info-required': inBody(40001, 'Info require'),
  'not-found': asStatus(404, 'Not found', 200),
  forbidden: asStatus(403, 'Access denied'),
  'range-invalid': inBody(40011, 'The time range is not valid'),
  'device-code-invalid': inBody(
    40012,
    'The device code must have 10 to 30 letters, digits or dashes',
  ),
  'device-code-taken': inBody(40013, 'This device code cannot be used'),
  'device-type-unknown': inBody(40014, 'Unknown device type'),
  'rate-unknown': asStatus(404, 'Not found', 200),
  'group-unknown': asStatus(404, 'Not found', 200),
  'position-invalid': inBody(40015, 'The coordinates are not valid'),
  'device-has-slaves': inBody(40016, 'Delete the slaves of this gateway first'),
  'quota-exceeded': inBody(40017, 'The limit of this account is reached'),
  'control-busy': inBody(40901, 'It is on configuring, please try later.'),
  'close-disabled': inBody(40902, 'It is not allowed to close remote when locked or open by hand.'),
  'lock-disabled': inBody(40903, 'It is not allowed to lock in the present state'),
  'unlock-disabled': inBody(40904, 'It is not allowed to unlock in the present state'),
  'locked-by-other': inBody(
    40914,
    'Only the user who locked the breaker or an administrator may unlock it',
  ),
  'mechanically-locked': inBody(40905, 'The breaker is padlocked or locked by a fault'),
  'already-open': inBody(40906, 'The breaker is open already'),
  'already-closed': inBody(40907, 'The breaker is closed already'),
  'state-unknown': inBody(40908, 'The state of the breaker is not known yet'),
  'order-not-supported': inBody(40909, 'This device does not support the operation'),
  'device-offline': inBody(40910, 'device offline'),
  'too-soon': inBody(40911, 'The breaker was operated a moment ago, please wait a few seconds'),
  'command-ended': inBody(40912, 'The command has been sent or has ended already'),
  'idempotency-mismatch': asStatus(409, 'The idempotency key was used for another request'),
  'not-selected': inBody(
    40915,
    'The selection is over or is of something else: look where the breaker stands and confirm again',
  ),
  'protection-not-supported': inBody(
    40913,
    'Devices of this type have no protections to configure',
  ),
  'parameters-empty': inBody(40018, 'Parameters can not be empty'),
  'parameter-invalid': inBody(40019, 'A parameter cannot be set to this value'),
  'template-name-taken': inBody(40020, 'There is a template of this name already'),
  'template-changed': inBody(40021, 'Somebody else has changed the template meanwhile'),
  'slot-unknown': named(40921, 'there are only the slots s1 to s20, each with ad and op'),
  'slave-address-invalid': named(40922, 'the slave address (ad) must be 1 to 20'),
  'slave-address-repeated': named(40923, 'the slave address (ad) stands in another slot already'),
  'slave-order-unknown': named(40924, 'the operation (op) must be 0 none, 1 close or 2 open'),
  'slave-unknown': named(40925, 'the gateway has no slave at this address'),
  'no-slave-ordered': inBody(40926, 'No slave is to be moved'),
  'timer-time-invalid': named(40931, 'must be HH:mm, 00:00 to 23:59'),
  'timer-days-invalid': named(40932, 'at least one day of the week, 1 (Monday) to 127 (every day)'),
  'timer-taken': inBody(40933, 'This device has a timer at this time on one of these days already'),
  'rate-info-required': inBody(40001, 'need info'),
  'price-invalid': named(
    40041,
    'must be a price above zero, at most 8 digits before and 4 after the decimal point',
  ),
  'rate-name-taken': inBody(40042, 'There is a rate of this name already'),
  'calendar-invalid': inBody(40043, 'The hours do not give every moment exactly one band'),
  'start-day-invalid': named(40044, 'must be a day (YYYY-MM-DD), today at the earliest'),
  'rate-version-begun': inBody(40045, 'This version has begun already and stays'),
  'system-rate-protected': inBody(40046, 'The system rate cannot be deleted'),
  'rate-in-use': inBody(40047, 'The rate is in use, number of devices that have it'),
  'currency-taken': inBody(40048, 'There is a currency of this name already'),
  'date-type-unsupported': named(40941, 'only day and month are supported'),
  'count-out-of-range': named(40942, 'the number of days or months asked for is out of range'),
  'date-invalid': named(40943, 'must be a day YYYY-MM-DD or a month YYYY-MM'),
  'settlement-day-invalid': named(40944, 'must be a day of the month, 1 to 28'),
  'period-unknown': named(40945, 'no settlement period begins on this day'),
  'period-not-ended': inBody(40946, 'The settlement period has not ended yet'),
  'period-closed': inBody(40947, 'The settlement period is closed already'),
  'register-unknown': named(40951, 'the device has no reading at this instant'),
  'override-reason-required': named(40952, 'a reason is needed'),
  'override-energy-invalid': named(40953, 'must be kWh, 0 to 1,000,000,000'),
  'override-exists': named(40954, 'a correction of this reading is in force, withdraw it first'),
  'override-withdrawn': inBody(40955, 'The correction is withdrawn already'),
  'address-invalid': named(40061, 'is not a web address that can be written to'),
  'address-not-secure': named(40062, 'must begin with https://'),
  'address-port': named(40063, 'only the ports 80, 443, 8080 and 8443 are allowed'),
  'address-not-public': named(40064, 'leads to an address that is not public'),
  'forwarding-off': inBody(40065, 'Turn forwarding on first'),
  'mail-address-invalid': named(40066, 'is not a mail address'),
  'mail-not-available': inBody(40067, 'No mail server is set up on this platform'),
  'push-not-subscribed': inBody(40068, 'No browser of yours is subscribed to pushes'),
  'language-unknown': named(40069, 'must be zh, en, ar, fr, ru or es'),
  'zone-unknown': named(40070, 'is not a time zone'),
  'clock-time-invalid': named(40071, 'must be HH:mm, 00:00 to 23:59'),
  'quiet-hours-incomplete': named(40072, 'the quiet hours need a beginning and an end'),
  'alarm-type-unknown': named(40073, 'is not a type of alarm, or stands twice'),
  'minutes-invalid': named(40074, 'must be 1 to 1440 minutes'),
  'escalation-incomplete': named(40075, 'an escalation needs a time and another person'),
  'key-name-required': named(40076, 'a name is needed'),
  'key-expiry-invalid': named(40077, 'must be in the future, at most two years ahead'),
  'period-unsupported': named(40960, 'only day, month and year are supported'),
  'alarm-handled': inBody(40961, 'The alarm has been dealt with already'),
  'alarm-ended': inBody(40962, 'The alarm has ended, there is nothing to keep quiet'),
  'snooze-invalid': named(40963, 'must be an instant within the next seven days'),
  'alarm-word-unknown': named(40964, 'there is no alarm type of this name'),
  'rule-invalid': named(40965, 'is out of the range of this rule'),
  'window-invalid': named(40966, 'must be in the future, and the window thirty days long at most'),
  'window-reason-required': named(40967, 'a reason is needed'),
  'window-over': inBody(40968, 'The maintenance window is over already'),
  'project-info-required': inBody(41001, 'Project Name and Type are mandatory!'),
  'project-type-fixed': named(41002, 'cannot be changed while the project has groups or towers'),
  'not-lamp-project': named(41003, 'this is not a street-lamp project'),
  'lamp-count-invalid': named(41004, 'must be a whole number of lamps, 1 to 10,000'),
  'lamp-power-invalid': named(
    41005,
    'must be the power of one lamp in kW, above 0 and at most 100',
  ),
  'error-range-invalid': named(41006, 'must be percent, 0 to 100'),
  'lamp-kind-unknown': named(
    41007,
    'must be led, sodium, metalHalide, mercury, fluorescent or halogen',
  ),
  'phase-unknown': named(41008, 'must be A, B, C or empty for all phases'),
  'burn-rule-unknown': named(41009, 'must be sun, clock or switch'),
  'offset-invalid': named(41010, 'must be whole minutes, -720 to 720'),
  'dimmed-invalid': named(
    41011,
    'each period needs from and to (HH:mm) and a level of 1 to 99 %, and none may overlap another',
  ),
  'device-has-lamps': named(41012, 'this device has a lamp group already'),
  'app-notice-once': inBody(41013, 'Only one App Configuration is allowed'),
  'power-mode-unknown': named(41014, 'must be single, total, fixed, compared or calculated'),
  'project-figure-invalid': named(41015, 'is out of range, or not above the step before it'),
  'scheduled-power-required': named(41016, 'this power mode needs the scheduled power'),
  'sun-position-required': named(
    41017,
    'a time by the sun needs coordinates of the lamp group or its device',
  ),
  'visit-invalid': named(41018, 'must be an instant, and the visit 30 days long at most'),
  'visit-over': inBody(41019, 'The visit is over or was called off already'),
  'no-lamp-group': inBody(41020, 'The project has no lamp group in use'),
  'frame-address-invalid': named(
    41101,
    'must be 1 to 12 digits or AA for any meter; of Modbus a number, 0 to 247',
  ),
  'frame-command-invalid': named(41102, 'must be two hexadecimal digits, 01 to 7F'),
  'frame-data-invalid': named(
    41103,
    'must be pairs of hexadecimal digits, at most 200 bytes; of Modbus 252',
  ),
  'frame-invalid': named(41104, 'must be one whole request, DL/T 645 or Modbus RTU'),
  'frame-not-confirmed': inBody(41105, 'This frame writes or switches: confirm it to have it sent'),
  'frame-not-answered': inBody(408, 'Timeout'),
  'frame-refused': inBody(41107, 'The device refused the frame'),
  'favourite-name-taken': inBody(41106, 'There is a favourite of this name already'),
};

/** Sentences of success (part 1, section 8). */
export const SAID = {
  loggedIn: 'Login Success',
  updated: 'Success to update',
  saved: 'Success to save',
  deleted: 'Success to delete',
  commandQueued: 'The command has been brushed into the cache',
  coordinatesUpdated: 'Coordinates updated',
  loggedOut: 'Logged out',
  activated: 'Account activated',
  rejected: 'Registration rejected',
  registered: 'Registration succeeded, the administrator must activate the account',
} as const;

/** Sentences of HTTP statuses (part 2, section 8). */
export const STATUS_TEXT: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Unauthorized, please log in',
  403: 'Access denied',
  404: 'Address error',
  405: 'Method not allowed',
  408: 'Timeout',
  413: 'The request is too large',
  415: 'The request must be JSON',
  429: 'Too many requests, please try later',
  500: 'Internal server error',
  501: 'Not implemented',
  502: 'Bad gateway',
  503: 'Service unavailable',
  504: 'Gateway timeout',
  505: 'HTTP version unsupported',
};
