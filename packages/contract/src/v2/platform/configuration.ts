/**
 * The configuration of the platform: values that its administrator saves override the environment's
 * defaults, in every process within seconds. Secrets are write-only.
 */
import {
  BRAND_NAME_LENGTH,
  LIMIT_KINDS,
  MAX_LOGO_BYTES,
  RETENTION_KINDS,
} from '@busbar/domain/configuration/sections';
import { type SnakeCase, snakeCase } from '@busbar/domain/key-case';
import { type TProperties, Type } from 'typebox';
import { defineCalls } from '../../call.ts';
import { Nullable, Text } from '../../shapes.ts';

const PATH = '/api/v2/configuration';

/** Epoch ms as read, 0 if none; the change is refused if another administrator has saved since. */
const ChangedAt = Type.Number({ minimum: 0 });

const Mail = {
  /** Empty if no mail is sent. */
  host: Text(300),
  port: Type.Integer(),
  /** True for TLS from the first byte; otherwise STARTTLS is used if the server offers it. */
  tls: Type.Boolean(),
  user: Text(300),
  from: Text(300),
};
/** An empty key selects the built-in map. */
const Maps = { baidu_key: Text(200), google_key: Text(200) };
const numbers = <K extends string>(kinds: readonly K[]) =>
  Object.fromEntries(kinds.map((kind) => [snakeCase(kind), Type.Number()])) as {
    [N in K as SnakeCase<N>]: ReturnType<typeof Type.Number>;
  };
/** Days. */
const Retention = numbers(RETENTION_KINDS);
const Limits = numbers(LIMIT_KINDS);
/** The colour is `#rrggbb`, or empty. */
const Brand = { name: Text(2 * BRAND_NAME_LENGTH), colour: Text(32) };

const Found = <P extends TProperties, M extends TProperties>(value: P, more: M) =>
  Type.Object({
    ...more,
    value: Type.Object(value),
    /** The value that applies if nothing is saved. */
    standard: Type.Object(value),
    /** One of saved, environment, and fixed (set by the environment and not changeable here). */
    source: Type.String(),
    changed_at: ChangedAt,
  });

const SAVED = { data: Type.Object({ changed_at: ChangedAt }) };

const usual = { readings: 400, registers: 762, quarters: 3660, events: 1100, commands: 1100 };

/** Limit for an image of 256 KiB in base64, plus the rest of the JSON. */
const LOGO_LIMIT_BYTES = Math.ceil((MAX_LOGO_BYTES * 2 * 4) / 3);

export const configurationCalls = defineCalls({
  'v2.configuration': {
    method: 'GET',
    path: PATH,
    summary: 'Configuration of the platform as it stands, without secrets',
    who: 'configuration.write',
    scope: 'platform',
    effect: 'read',
    answer: {
      data: Type.Object({
        mail: Found(Mail, { password_set: Type.Boolean() }),
        maps: Found(Maps, {}),
        retention: Found(Retention, {}),
        limits: Found(Limits, {}),
        brand: Found(Brand, { logo_set: Type.Boolean() }),
      }),
    },
    tenantIds: [],
    example: {},
  },
  'v2.configuration.mail': {
    method: 'PUT',
    path: `${PATH}/mail`,
    summary: 'Set the mail server and the sender',
    who: 'configuration.write',
    scope: 'platform',
    effect: 'write',
    body: Type.Object({
      ...Mail,
      /** Absent leaves the password unchanged, empty removes it; it is never returned. */
      password: Type.Optional(Text(300)),
      changed_at: ChangedAt,
    }),
    answer: SAVED,
    tenantIds: [],
    example: {
      body: { host: '', port: 587, tls: false, user: '', from: 'Busbar <a@b.org>', changed_at: 0 },
    },
  },
  'v2.configuration.mail-test': {
    method: 'POST',
    path: `${PATH}/mail-test`,
    summary: 'Send a mail as the configuration stands, and tell what became of it',
    who: 'configuration.write',
    scope: 'platform',
    effect: 'write',
    body: Type.Object({ to: Text(254) }),
    answer: {
      data: Type.Object({
        ok: Type.Boolean(),
        /** Error key. */
        error: Nullable(Type.String()),
      }),
    },
    tenantIds: [],
    example: { body: { to: 'nobody@example.invalid' } },
  },
  'v2.configuration.maps': {
    method: 'PUT',
    path: `${PATH}/maps`,
    summary: 'Set the keys of map providers',
    who: 'configuration.write',
    scope: 'platform',
    effect: 'write',
    body: Type.Object({ ...Maps, changed_at: ChangedAt }),
    answer: SAVED,
    tenantIds: [],
    example: { body: { baidu_key: '', google_key: '', changed_at: 0 } },
  },
  'v2.configuration.retention': {
    method: 'PUT',
    path: `${PATH}/retention`,
    summary: 'Set how long each kind of data is kept, days',
    who: 'configuration.write',
    scope: 'platform',
    effect: 'write',
    body: Type.Object({
      ...Retention,
      /**
       * Required if the retention of a kind of data becomes shorter: confirms that the user has
       * seen which data is deleted.
       */
      confirmed: Type.Optional(Type.Boolean()),
      changed_at: ChangedAt,
    }),
    answer: SAVED,
    tenantIds: [],
    example: {
      body: {
        ...usual,
        raw_words: 90,
        operation_log: 1100,
        rejected: 90,
        notifications: 90,
        forwarding: 90,
        changed_at: 0,
      },
    },
  },
  'v2.configuration.limits': {
    method: 'PUT',
    path: `${PATH}/limits`,
    summary: 'Set how much a device may send and how fast people may switch',
    who: 'configuration.write',
    scope: 'platform',
    effect: 'write',
    body: Type.Object({ ...Limits, changed_at: ChangedAt }),
    answer: SAVED,
    tenantIds: [],
    example: {
      body: {
        device_rate: 50,
        control_per_minute: 10,
        control_gap_s: 5,
        control_group_percent: 100,
        changed_at: 0,
      },
    },
  },
  'v2.configuration.brand': {
    method: 'PUT',
    path: `${PATH}/brand`,
    summary: 'Set name, colour and logo of the platform',
    who: 'configuration.write',
    scope: 'platform',
    effect: 'write',
    bodyLimitBytes: LOGO_LIMIT_BYTES + 4096,
    body: Type.Object({
      ...Brand,
      /** Base64 of a JPEG, PNG or WebP up to 256 KiB; absent keeps the logo, null removes it. */
      logo: Type.Optional(Nullable(Text(LOGO_LIMIT_BYTES))),
      changed_at: ChangedAt,
    }),
    answer: SAVED,
    tenantIds: [],
    example: { body: { name: 'Busbar', colour: '#1668dc', changed_at: 0 } },
  },
  'v2.configuration.reset': {
    method: 'DELETE',
    path: `${PATH}/:section`,
    summary: 'Let the environment stand again for a section',
    who: 'configuration.write',
    scope: 'platform',
    effect: 'write',
    params: Type.Object({ section: Text(16) }),
    query: Type.Object({
      changed_at: Type.String({ pattern: '^[0-9]{1,13}$' }),
      /** Must be 1 if the retention of a kind of data becomes shorter. */
      confirmed: Type.Optional(Type.String({ pattern: '^[01]$' })),
    }),
    answer: {},
    tenantIds: [],
    example: { params: { section: 'maps' }, query: { changed_at: '0' } },
  },
  'v2.brand': {
    method: 'GET',
    path: '/api/v2/brand',
    summary: 'Name, colour and logo of the platform, for pages before the sign-in too',
    who: 'public',
    scope: 'platform',
    effect: 'read',
    answer: {
      data: Type.Object({
        name: Type.String(),
        colour: Type.String(),
        /** Text colour legible on the brand colour, `#rrggbb`; empty if no colour is set. */
        words: Type.String(),
        /** URL of the picture; null if there is none. */
        logo: Nullable(Type.String()),
      }),
    },
    tenantIds: [],
    example: {},
  },
  /** Returns the raw bytes, not JSON. */
  'v2.brand.logo': {
    method: 'GET',
    path: '/api/v2/brand/logo',
    summary: 'The logo of the platform',
    who: 'public',
    scope: 'platform',
    effect: 'read',
    query: Type.Object({ of: Type.Optional(Text(16)) }),
    answer: {},
    file: ['image/png', 'image/jpeg', 'image/webp'],
    tenantIds: [],
    example: {},
  },
});
