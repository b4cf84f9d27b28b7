/**
 * The protocol console (docs/specification/projects.md 6; docs/decisions.md 26) builds, explains,
 * sends and stores frames.
 */
import { Type } from 'typebox';
import { defineCalls } from '../../call.ts';
import { Id, IdText, Nullable, Text } from '../../shapes.ts';

/** Maximum length; longer input is not one exchange with a meter. */
const HEX_TEXT = 16_384;

/** Qualifier that selects a quantity: phase A, peak, third settlement day back, register 12. */
const Qualified = Type.Object({ key: Type.String(), n: Type.Optional(Type.Integer()) });

const ParsedRow = Type.Object({
  offset: Type.Integer(),
  hex: Type.String(),
  /** Name in English; `key` and `of` have the same meaning for a screen in another language. */
  name: Type.String(),
  value: Type.Union([Type.Number(), Type.String()]),
  unit: Type.String(),
  key: Type.String(),
  of: Type.Optional(Type.Array(Qualified)),
  /** Keys of the texts of a value that is not a number or plain text. */
  words: Type.Optional(Type.Array(Type.String())),
  /** Meaning of an identifier. */
  about: Type.Optional(Type.Object({ key: Type.String(), of: Type.Array(Qualified) })),
  /** The bytes of DL/T 645 data before 33H was added. */
  plain: Type.Optional(Type.String()),
});

const Problem = Type.Object({
  key: Type.String(),
  offset: Type.Integer(),
  expected: Type.Optional(Type.String()),
  found: Type.Optional(Type.String()),
  text: Type.String(),
});

/**
 * `protocol` is `dlt645`, `modbus` or null; the direction is `request`, `reply` or null if the
 * bytes are ambiguous.
 */
const Reading = {
  protocol: Nullable(Type.String()),
  direction: Nullable(Type.String()),
  /** True if the frame is complete and its checksum is correct. */
  whole: Type.Boolean(),
};

const Frame = Type.Object({
  offset: Type.Integer(),
  length: Type.Integer(),
  ...Reading,
  problems: Type.Array(Problem),
  /** The second interpretation, if the bytes allow two. */
  other: Type.Optional(Type.Object({ ...Reading, parsed: Type.Array(ParsedRow) })),
});

/** `parsed` covers every byte of all frames once, in the order on the wire. */
const Explained = {
  parsed: Type.Array(ParsedRow),
  problems: Type.Array(Problem),
  frames: Type.Array(Frame),
};

/** 1 is DL/T 645-2007, 2 is Modbus RTU; older clients send it as text. */
const Version = Type.Union([
  Type.Literal(1),
  Type.Literal(2),
  Type.Literal('1'),
  Type.Literal('2'),
]);

const FrameFields = {
  device_sn: Id,
  address: Type.Union([
    Type.Integer({ minimum: 0, maximum: 999_999_999_999 }),
    Type.String({ maxLength: 24 }),
  ]),
  command_code: Text(8),
  /** Hexadecimal, in the order on the wire, before 33H is added. */
  data: Type.Optional(Text(2_048)),
  protocol_version: Version,
};

/** One of read, open, close and write; all but read need `confirm`. */
const Effect = Type.String();

const encodeExample = {
  device_sn: '{device}',
  address: '000000000001',
  command_code: '11',
  data: '00010102',
  protocol_version: 1,
} as const;

const HistoryRow = Type.Object({
  id: Type.Integer(),
  command_id: Type.String(),
  /** The device that the frame addressed. */
  device_sn: Type.String(),
  device_name: Type.String(),
  /** The device that carried it: for a slave its gateway. */
  link_sn: Type.String(),
  user_name: Type.String(),
  at: Type.Number(),
  effect: Effect,
  send_code: Type.String(),
  /** State of the command, and the reason why it ended. */
  state: Type.String(),
  reason: Nullable(Type.String()),
  receive_code: Nullable(Type.String()),
  received_at: Nullable(Type.Number()),
  /** True if the reply was received after the timeout. */
  late: Type.Boolean(),
});

const Favourite = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  address: Type.String(),
  command_code: Type.String(),
  data: Type.String(),
  protocol_version: Type.Integer(),
});

export const towerConsoleCalls = defineCalls({
  'v2.tower.encode-msg': {
    method: 'POST',
    path: '/api/v2/tower/encode-msg',
    summary: 'Build the frame of a command and explain its bytes; nothing is sent',
    who: 'console.use',
    scope: 'own',
    effect: 'read',
    body: Type.Object(FrameFields),
    answer: { data: Type.Object({ send_code: Type.String(), effect: Effect, ...Explained }) },
    tenantIds: [{ at: 'body.device_sn', of: 'device', miss: 'not-found' }],
    example: { body: encodeExample },
  },
  'v2.tower.explain-msg': {
    method: 'POST',
    path: '/api/v2/tower/explain-msg',
    summary: 'Explain any bytes, byte by byte; what is wrong with them is named',
    who: 'console.use',
    scope: 'own',
    effect: 'read',
    body: Type.Object({
      code: Text(HEX_TEXT),
      /** The request of this reply, from which the registers get their addresses. */
      request: Type.Optional(Text(HEX_TEXT)),
      /** Passwords for the masked digits of a stored frame, in frame order, six digits each. */
      passwords: Type.Optional(Type.Array(Text(6), { maxItems: 2 })),
    }),
    answer: {
      data: Type.Object({
        effect: Nullable(Effect),
        /** The frame that contains the passwords; present if `passwords` was sent. */
        code: Type.Optional(Type.String()),
        ...Explained,
      }),
    },
    tenantIds: [],
    example: { body: { code: '68 AA AA AA AA AA AA 68 11 04 33 33 34 33 AE 16' } },
  },
  'v2.tower.mqtt-pub-sub': {
    method: 'POST',
    path: '/api/v2/tower/mqtt-pub-sub',
    summary: 'Send a frame through the device and wait up to 9 s for the reply',
    who: 'console.use',
    scope: 'own',
    effect: 'control',
    body: Type.Object({
      device_sn: Id,
      send_code: Text(HEX_TEXT),
      /** Required for a frame that writes or switches. */
      confirm: Type.Optional(Type.Boolean()),
      /** The caller's password, entered again to exceed the limit per minute. */
      password: Type.Optional(Text()),
    }),
    answer: {
      data: Type.Object({
        receive_code: Type.String(),
        command_id: Type.String(),
        ...Explained,
      }),
    },
    tenantIds: [{ at: 'body.device_sn', of: 'device', miss: 'not-found' }],
    // The example is a frame that writes but is not confirmed, because the example of a blocking
    // call must not wait.
    example: { body: { device_sn: '{device}', send_code: '110500acff004e8b' } },
  },
  'v2.tower.history': {
    method: 'GET',
    path: '/api/v2/tower/history',
    summary: 'Frames that were sent and what came back, newest first',
    who: 'console.use',
    scope: 'own',
    effect: 'read',
    query: Type.Object({
      device_sn: Type.Optional(IdText),
      pn: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
      ps: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
    }),
    answer: { data: Type.Object({ list: Type.Array(HistoryRow), total: Type.Integer() }) },
    tenantIds: [{ at: 'query.device_sn', of: 'device', miss: 'not-found' }],
    example: { query: { device_sn: '{device}' } },
  },
  'v2.tower.favourites': {
    method: 'GET',
    path: '/api/v2/tower/favourites',
    summary: 'Commands the caller has kept',
    who: 'console.use',
    scope: 'own',
    effect: 'read',
    answer: { data: Type.Object({ list: Type.Array(Favourite) }) },
    tenantIds: [],
    example: {},
  },
  'v2.tower.favourites.add': {
    method: 'POST',
    path: '/api/v2/tower/favourites',
    summary: 'Keep a command under a name',
    who: 'console.use',
    scope: 'own',
    effect: 'write',
    body: Type.Object({
      name: Text(60),
      address: FrameFields.address,
      command_code: FrameFields.command_code,
      data: FrameFields.data,
      protocol_version: Version,
    }),
    answer: { data: Favourite },
    tenantIds: [],
    example: {
      body: {
        name: 'Voltage of phase A',
        address: '000000000001',
        command_code: '11',
        data: '00010102',
        protocol_version: 1,
      },
    },
  },
  'v2.tower.favourites.delete': {
    method: 'DELETE',
    path: '/api/v2/tower/favourites/:id',
    summary: 'Forget a kept command',
    who: 'console.use',
    scope: 'own',
    effect: 'write',
    params: Type.Object({ id: IdText }),
    answer: {},
    tenantIds: [{ at: 'params.id', of: 'console-favourite', miss: 'not-found' }],
    example: { params: { id: '{console-favourite}' } },
  },
});
