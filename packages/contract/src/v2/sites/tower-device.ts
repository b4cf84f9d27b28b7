/**
 * Towers of a project: settings of up to four users with five time periods each, their state,
 * manual control, outages, and the bill by user and period (docs/specification/projects.md 5).
 */
import { Type } from 'typebox';
import { defineCalls } from '../../call.ts';
import { Fee, Id, IdText, Nullable, Text, When } from '../../shapes.ts';

const PeriodShape = Type.Object({
  /** `HH:mm` on quarter hours; a period whose end is before its begin crosses midnight. */
  begin: Text(5),
  /** `24:00` is the end of the day. */
  end: Text(5),
  valid: Type.Boolean(),
});

const Figures = {
  /** Mains are present if any phase reaches this voltage, V. */
  mains_min_v: Type.Number(),
  /** Duration for which the bus must be low, or mains absent, before the tower reacts; s. */
  cut_delay_s: Type.Integer(),
  /** Duration for which the supply must be good before any user is started; s. */
  hold_s: Type.Integer(),
  /** Time between two starts, s. */
  stagger_s: Type.Integer(),
  /** Usable energy of the full battery. */
  battery_kwh: Type.Number(),
};

const UserSettings = {
  /** Position of the user, 1 to 4. */
  slot: Type.Integer(),
  name: Text(60),
  /** Priority; 1 is disconnected last and started first. */
  priority: Type.Integer(),
  standby_type: Type.Union([
    Type.Literal('none'),
    Type.Literal('timed'),
    Type.Literal('energy'),
    Type.Literal('voltage'),
  ]),
  standby_minutes: Type.Number(),
  standby_kwh: Type.Number(),
  /** Absolute voltages of the DC bus, V. */
  cut_v: Type.Number(),
  reconnect_v: Type.Number(),
  periods: Type.Array(PeriodShape, { maxItems: 50 }),
};

const Settings = {
  name: Text(60),
  ...Figures,
  users: Type.Array(
    Type.Object({
      ...UserSettings,
      /** The breaker that supplies the user: a device or a slave. */
      device_code: Id,
    }),
    { maxItems: 50 },
  ),
};

const Device = { device_code: Type.String(), device_name: Type.String() };

const Breaker = {
  /** True if the breaker is outside the caller's groups; it is not named then. */
  hidden: Type.Boolean(),
  ...Device,
};

export const TowerSettings = Type.Object({
  id: Type.Integer(),
  project_id: Type.Integer(),
  project_name: Type.String(),
  name: Type.String(),
  ...Device,
  ...Figures,
  users: Type.Array(Type.Object({ ...UserSettings, ...Breaker })),
});

const EXAMPLE_USER = {
  slot: 1,
  name: 'Operator A',
  device_code: '{tower-breaker}',
  priority: 1,
  standby_type: 'voltage',
  standby_minutes: 120,
  standby_kwh: 5,
  cut_v: 46,
  reconnect_v: 50.5,
  periods: [{ begin: '22:00', end: '06:00', valid: true }],
};
const EXAMPLE = {
  name: 'North hill',
  device_code: '{device}',
  mains_min_v: 160,
  cut_delay_s: 10,
  hold_s: 60,
  stagger_s: 10,
  battery_kwh: 20,
  users: [EXAMPLE_USER],
};

const ONE = { at: 'params.id', of: 'tower', miss: 'not-found' } as const;

const Paging = {
  pn: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  ps: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
};

export const TowerUserState = Type.Object({
  slot: Type.Integer(),
  name: Type.String(),
  ...Breaker,
  priority: Type.Integer(),
  standby_type: Type.String(),
  cut_v: Type.Number(),
  reconnect_v: Type.Number(),
  standby_minutes: Type.Number(),
  standby_kwh: Type.Number(),
  /** One of auto, manual and manual_to_auto; `return_at` is set for the last one. */
  mode: Type.String(),
  return_at: Nullable(Type.Number()),
  /** The state decided for the user, its reason and its time; null if the breaker is hidden. */
  state: Nullable(Type.String()),
  cause: Nullable(Type.String()),
  since: Type.Number(),
  /** Position reported by the breaker: open, close, or null if it has not reported. */
  position: Nullable(Type.String()),
  action: Nullable(Type.String()),
  position_since: Nullable(Type.Number()),
  /** True if a command is in progress. */
  busy: Type.Boolean(),
  /** Reason why the last automatic command was refused; null if it was accepted. */
  refusal: Nullable(Type.String()),
  load_kw: Nullable(Type.Number()),
  /** Energy used in the current outage. */
  outage_kwh: Nullable(Type.Number()),
  in_time: Type.Boolean(),
  /** Position (from 1) of the active period; null if there is none. */
  period: Nullable(Type.Integer()),
  next_edge_at: Nullable(Type.Number()),
});

const Amounts = {
  ept: Type.Number(),
  /** In the customer's currency. */
  fee: Fee,
};

export const towerDeviceCalls = defineCalls({
  'v2.tower-devices': {
    method: 'GET',
    path: '/api/v2/tower-devices',
    summary: 'Towers of a project, or of all the own group sees, by name',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    query: Type.Object({ ...Paging, project_id: Type.Optional(IdText) }),
    answer: {
      data: Type.Object({
        list: Type.Array(
          Type.Object({
            id: Type.Integer(),
            name: Type.String(),
            project_id: Type.Integer(),
            project_name: Type.String(),
            ...Device,
            /** One of unknown, present, failing, absent and returning. */
            mains: Type.String(),
            absent_since: Nullable(Type.Number()),
          }),
        ),
        total: Type.Integer(),
      }),
    },
    tenantIds: [{ at: 'query.project_id', of: 'tower-project', miss: 'empty' }],
    example: { query: { project_id: '{tower-project}' } },
  },
  'v2.tower-device': {
    method: 'GET',
    path: '/api/v2/tower-device/:id',
    summary: 'Settings of a tower',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    params: Type.Object({ id: IdText }),
    answer: { data: TowerSettings },
    tenantIds: [ONE],
    example: { params: { id: '{tower}' } },
  },
  'v2.tower-device.add': {
    method: 'POST',
    path: '/api/v2/tower-device',
    summary: 'Make a tower of a tower project; its users begin in manual, as their breakers stand',
    who: 'project.write',
    scope: 'own',
    effect: 'write',
    body: Type.Object({ project_id: Id, device_code: Id, ...Settings }),
    answer: { data: TowerSettings },
    tenantIds: [
      { at: 'body.project_id', of: 'tower-project', miss: 'not-found' },
      { at: 'body.device_code', of: 'device', miss: 'not-found' },
      { at: 'body.users.0.device_code', of: 'device', miss: 'not-found' },
    ],
    example: { body: { project_id: '{tower-project}', ...EXAMPLE } },
  },
  'v2.tower-device.change': {
    method: 'PUT',
    path: '/api/v2/tower-device/:id',
    summary:
      'Set a tower anew as a whole; users keep their mode and state while their breaker stays',
    who: 'project.write',
    scope: 'own',
    effect: 'write',
    params: Type.Object({ id: IdText }),
    body: Type.Object({ project_id: Id, device_code: Id, ...Settings }),
    answer: { data: TowerSettings },
    tenantIds: [
      ONE,
      { at: 'body.project_id', of: 'tower-project', miss: 'not-found' },
      { at: 'body.device_code', of: 'device', miss: 'not-found' },
      { at: 'body.users.0.device_code', of: 'device', miss: 'not-found' },
    ],
    example: { params: { id: '{tower}' }, body: { project_id: '{tower-project}', ...EXAMPLE } },
  },
  'v2.tower-device.delete': {
    method: 'DELETE',
    path: '/api/v2/tower-device/:id',
    summary: 'Take a tower away; its breakers stay as they are',
    who: 'project.write',
    scope: 'own',
    effect: 'write',
    params: Type.Object({ id: IdText }),
    answer: {},
    tenantIds: [ONE],
    example: { params: { id: '{tower}' } },
  },
  'v2.tower-device.state': {
    method: 'GET',
    path: '/api/v2/tower-device/:id/state',
    summary: 'How a tower stands now: mains, DC bus, battery, and each user with its cause',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    params: Type.Object({ id: IdText }),
    answer: {
      data: Type.Object({
        id: Type.Integer(),
        name: Type.String(),
        now: Type.Number(),
        /** Time of the latest reading; null if there is none yet. */
        reading_at: Nullable(Type.Number()),
        /** False if the reading is too old for a decision. */
        fresh: Type.Boolean(),
        /**
         * True if the device that measures the tower was deleted: automatic control is suspended
         * until another device is set.
         */
        device_gone: Type.Boolean(),
        mains: Type.String(),
        mains_since: Nullable(Type.Number()),
        absent_since: Nullable(Type.Number()),
        mains_v: Nullable(Type.Number()),
        mains_min_v: Type.Number(),
        input_kw: Nullable(Type.Number()),
        bus_v: Nullable(Type.Number()),
        battery_v: Nullable(Type.Number()),
        battery_kwh: Type.Number(),
        temperature_c: Nullable(Type.Number()),
        load_kw: Nullable(Type.Number()),
        /** Energy drawn from the battery since the outage began. */
        drawn_kwh: Nullable(Type.Number()),
        /** Remaining battery time at the present load. */
        remaining_minutes: Nullable(Type.Number()),
        users: Type.Array(TowerUserState),
      }),
    },
    tenantIds: [ONE],
    example: { params: { id: '{tower}' } },
  },
  'v2.tower-device.control': {
    method: 'PUT',
    path: '/api/v2/tower-device/:id/user/:slot',
    summary: 'Take a user into manual, open or close it, or give it back to automatic',
    who: 'device.switch',
    scope: 'own',
    effect: 'control',
    params: Type.Object({ id: IdText, slot: IdText }),
    body: Type.Object({
      mode: Type.Union([
        Type.Literal('auto'),
        Type.Literal('manual'),
        Type.Literal('manual_to_auto'),
      ]),
      /** If absent, the breaker stays in its position. */
      order: Type.Optional(Nullable(Type.Union([Type.Literal('open'), Type.Literal('close')]))),
      /**
       * Time of the return to automatic control, for manual_to_auto: at most a week ahead; defaults
       * to the next boundary of a period.
       */
      until: Type.Optional(Nullable(When)),
      /** True if the user has seen and confirmed the effect. */
      confirm: Type.Optional(Type.Boolean()),
      /** Required if the operations exceed the limit per minute. */
      password: Type.Optional(Text()),
    }),
    answer: {
      data: Type.Object({
        /** Null if the breaker was already in this position, or no command was requested. */
        command_id: Nullable(Type.String()),
        mode: Type.String(),
        state: Type.String(),
        return_at: Nullable(Type.Number()),
      }),
    },
    tenantIds: [ONE],
    example: {
      params: { id: '{tower}', slot: '1' },
      body: { mode: 'manual', order: 'open', confirm: true },
    },
  },
  'v2.tower-device.outages': {
    method: 'GET',
    path: '/api/v2/tower-device/:id/outages',
    summary: 'Outages of a tower, newest first',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    params: Type.Object({ id: IdText }),
    query: Type.Object(Paging),
    answer: {
      data: Type.Object({
        list: Type.Array(
          Type.Object({
            began_at: Type.Number(),
            /** Null if the outage is in progress. */
            ended_at: Nullable(Type.Number()),
            lowest_v: Nullable(Type.Number()),
            cuts: Type.Integer(),
          }),
        ),
        total: Type.Integer(),
      }),
    },
    tenantIds: [ONE],
    example: { params: { id: '{tower}' } },
  },
  'v2.tower-device.events': {
    method: 'GET',
    path: '/api/v2/tower-device/:id/events',
    summary: 'What was decided of the users of a tower and why, newest first',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    params: Type.Object({ id: IdText }),
    query: Type.Object(Paging),
    answer: {
      data: Type.Object({
        list: Type.Array(
          Type.Object({
            id: Type.Integer(),
            slot: Type.Integer(),
            user: Type.String(),
            at: Type.Number(),
            from: Type.String(),
            event: Type.String(),
            to: Type.String(),
            cause: Type.String(),
            bus_v: Nullable(Type.Number()),
            /** Name of the user; empty for the platform. */
            decided_by: Type.String(),
          }),
        ),
        total: Type.Integer(),
      }),
    },
    tenantIds: [ONE],
    example: { params: { id: '{tower}' } },
  },
  'v2.tower-device.bill': {
    method: 'GET',
    path: '/api/v2/tower-device/:id/bill',
    summary: 'Energy and fee of each user of a tower by time period, in a settlement period',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    params: Type.Object({ id: IdText }),
    query: Type.Object({
      /** First day of the settlement period; defaults to the current one. */
      start: Type.Optional(Text(20)),
    }),
    answer: {
      data: Type.Object({
        start: Type.String(),
        /** Last day of the settlement period, inclusive. */
        end: Type.String(),
        /** One of open, ended and closed. */
        state: Type.String(),
        /** First days of all existing settlement periods, oldest first. */
        starts: Type.Array(Type.String()),
        users: Type.Array(
          Type.Object({
            slot: Type.Integer(),
            name: Type.String(),
            device_codes: Type.Array(Type.String()),
            periods: Type.Array(
              Type.Object({
                begin: Type.String(),
                end: Type.String(),
                valid: Type.Boolean(),
                ...Amounts,
              }),
            ),
            /** Amounts outside all time periods, including those of periods that were deleted. */
            outside: Type.Object(Amounts),
            /** Amounts of days whose quarter-hour values have been purged. */
            unshared: Type.Object(Amounts),
            /** True if the time periods or the breaker changed during the settlement period. */
            changed: Type.Boolean(),
            provisional: Type.Boolean(),
            ...Amounts,
          }),
        ),
        ...Amounts,
        /** Energy counted by the tower's own device; null if it has no meter. */
        input_ept: Nullable(Type.Number()),
        /** Energy that the users' meters do not show: losses, the site's own load, charging. */
        rest_ept: Nullable(Type.Number()),
      }),
    },
    tenantIds: [ONE],
    example: { params: { id: '{tower}' } },
  },
});
