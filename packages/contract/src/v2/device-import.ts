/**
 * Many devices out of one file (docs/protocol/device-import.md). The preview writes nothing; its
 * `import_id` is a secret of whoever asked, and opens acceptance and secrets for that user only.
 */
import { Type } from 'typebox';
import { defineCall } from '../call.ts';
import { Nullable, Text } from '../shapes.ts';
import { BrokerAddress } from './devices.ts';

/** A file inside JSON. */
const FileInside = Type.Object({
  file_name: Type.String(),
  content_type: Type.String(),
  /** base64. */
  content: Type.String(),
});

const Problem = Type.Object({
  /** The row of the file, 1 is the first. */
  row: Type.Integer(),
  /** code, name, type, group, rate, address, longitude or latitude. */
  column: Type.String(),
  /** A word of the list in docs/protocol/device-import.md. */
  reason: Type.String(),
  /** What the cell says. */
  value: Type.String(),
  /** The row that has the code already; null when that is not what is wrong. */
  other_row: Nullable(Type.Integer()),
});

const Preview = Type.Object({
  /** Null while something is wrong: there is nothing to accept then. */
  import_id: Nullable(Type.String()),
  /** Until when it can be accepted, ms. */
  expires_at: Nullable(Type.Number()),
  /** csv or xlsx. */
  format: Type.String(),
  /** Rows with something in them, without the example of the template. */
  rows: Type.Integer(),
  /** Rows nothing is wrong with. */
  good: Type.Integer(),
  /** The template's example was still there and is left out. */
  examples: Type.Integer(),
  /** Headings that mean nothing to an import. */
  passed_over: Type.Array(Type.String()),
  problem_count: Type.Integer(),
  /** The first 500. */
  problems: Type.Array(Problem),
  /** Devices by what they are: main, gateway, slave, dtu, meter, hidden. */
  kinds: Type.Record(Type.String(), Type.Integer()),
  /** The first 100 good rows as they would be registered. */
  devices: Type.Array(
    Type.Object({
      row: Type.Integer(),
      device_code: Type.String(),
      device_name: Type.String(),
      device_type: Type.String(),
      kind: Type.String(),
      group_name: Type.String(),
      rate_name: Type.String(),
      address: Type.String(),
    }),
  ),
});

/** 5 MiB in base64, and the braces around it. */
const FILE_LIMIT_BYTES = 7_000_000;

export const importTemplate = defineCall({
  name: 'v2.device-import.template',
  version: 'v2',
  method: 'GET',
  path: '/api/v2/device-import/template',
  summary: 'The file to fill with devices, CSV or XLSX, with an example row',
  who: 'device.write',
  scope: 'own',
  effect: 'read',
  query: Type.Object({
    /** csv or xlsx; absent: csv. */
    format: Type.Optional(Text(20)),
    /** Of the headings; absent: that of the caller's messages. */
    language: Type.Optional(Text(10)),
  }),
  answer: { data: FileInside },
  tenantIds: [],
  example: { query: { format: 'csv', language: 'en' } },
});

export const importPreview = defineCall({
  name: 'v2.device-import.preview',
  version: 'v2',
  method: 'POST',
  path: '/api/v2/device-import',
  summary: 'Read a file of devices and say what it would register; writes nothing',
  who: 'device.write',
  scope: 'own',
  effect: 'write',
  bodyLimitBytes: FILE_LIMIT_BYTES,
  body: Type.Object({
    /** The file, base64. */
    content: Type.String({ maxLength: FILE_LIMIT_BYTES }),
  }),
  answer: { data: Preview },
  tenantIds: [],
  example: {
    body: {
      content:
        'RGV2aWNlIGNvZGUsRGV2aWNlIG5hbWUsRGV2aWNlIHR5cGUNCkZSRVNISU1QT1JUMDEsUHVtcCxNVDYxDQo=',
    },
  },
});

export const importAccept = defineCall({
  name: 'v2.device-import.accept',
  version: 'v2',
  method: 'POST',
  path: '/api/v2/device-import/accept',
  summary: 'Register all devices of a preview, or none; a second time it does nothing',
  who: 'device.write',
  scope: 'own',
  effect: 'write',
  body: Type.Object({ import_id: Text(64) }),
  answer: {
    data: Type.Object({
      registered: Type.Integer(),
      /** It had been accepted before. */
      repeated: Type.Boolean(),
    }),
  },
  tenantIds: [{ at: 'body.import_id', of: 'device-import', miss: 'not-found' }],
  example: { body: { import_id: '{device-import}' } },
});

export const importSecrets = defineCall({
  name: 'v2.device-import.secrets',
  version: 'v2',
  method: 'POST',
  path: '/api/v2/device-import/secrets',
  summary: 'The secrets of the devices of an accepted import, once',
  who: 'device.write',
  scope: 'own',
  effect: 'write',
  body: Type.Object({
    import_id: Text(64),
    /** Of the headings; absent: that of the caller's messages. */
    language: Type.Optional(Text(10)),
  }),
  answer: {
    data: Type.Object({ ...FileInside.properties, connection: BrokerAddress }),
  },
  tenantIds: [{ at: 'body.import_id', of: 'device-import', miss: 'not-found' }],
  example: { body: { import_id: '{device-import}', language: 'en' } },
});
