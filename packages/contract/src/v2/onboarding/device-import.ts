/**
 * Import of many devices from one file (docs/protocol/device-import.md). The preview writes
 * nothing; its `import_id` is a secret of the caller, and only that user can accept the import and
 * read the device secrets with it.
 */
import { Type } from 'typebox';
import { defineCalls } from '../../call.ts';
import { Nullable, Text } from '../../shapes.ts';
import { BrokerAddress } from '../fleet/devices.ts';

/** A file as part of a JSON body. */
const FileInside = Type.Object({
  file_name: Type.String(),
  content_type: Type.String(),
  /** base64. */
  content: Type.String(),
});

const Problem = Type.Object({
  /** Row of the file; the first row is 1. */
  row: Type.Integer(),
  /** One of code, name, type, group, rate, address, longitude and latitude. */
  column: Type.String(),
  /** A value of the list in docs/protocol/device-import.md. */
  reason: Type.String(),
  /** Content of the cell. */
  value: Type.String(),
  /** The other row with the same code; null for other problems. */
  other_row: Nullable(Type.Integer()),
});

const Preview = Type.Object({
  /** Null if the file has a problem and cannot be accepted. */
  import_id: Nullable(Type.String()),
  /** Expiry of the preview, ms. */
  expires_at: Nullable(Type.Number()),
  /** csv or xlsx. */
  format: Type.String(),
  /** Number of rows that are not empty, without the example of the template. */
  rows: Type.Integer(),
  /** Number of rows without problems. */
  good: Type.Integer(),
  /** Number of rows of the template's example, which are ignored. */
  examples: Type.Integer(),
  /** Headings that are not recognised; their columns are ignored. */
  passed_over: Type.Array(Type.String()),
  problem_count: Type.Integer(),
  /** The first 500 problems. */
  problems: Type.Array(Problem),
  /** Number of devices by kind: main, gateway, slave, dtu, meter, hidden. */
  kinds: Type.Record(Type.String(), Type.Integer()),
  /** The first 100 valid rows, as the devices that would be registered. */
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

/** Limit for a file of 5 MiB in base64, plus the rest of the JSON. */
const FILE_LIMIT_BYTES = 7_000_000;

export const deviceImportCalls = defineCalls({
  'v2.device-import.template': {
    method: 'GET',
    path: '/api/v2/device-import/template',
    summary: 'The file to fill with devices, CSV or XLSX, with an example row',
    who: 'device.write',
    scope: 'own',
    effect: 'read',
    query: Type.Object({
      /** csv or xlsx; defaults to csv. */
      format: Type.Optional(Text(20)),
      /** Language of the headings; defaults to that of the caller's messages. */
      language: Type.Optional(Text(10)),
    }),
    answer: { data: FileInside },
    tenantIds: [],
    example: { query: { format: 'csv', language: 'en' } },
  },
  'v2.device-import.preview': {
    method: 'POST',
    path: '/api/v2/device-import',
    summary: 'Read a file of devices and say what it would register; writes nothing',
    who: 'device.write',
    scope: 'own',
    effect: 'write',
    bodyLimitBytes: FILE_LIMIT_BYTES,
    body: Type.Object({
      /** The file in base64. */
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
  },
  'v2.device-import.accept': {
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
        /** True if the import had already been accepted. */
        repeated: Type.Boolean(),
      }),
    },
    tenantIds: [{ at: 'body.import_id', of: 'device-import', miss: 'not-found' }],
    example: { body: { import_id: '{device-import}' } },
  },
  'v2.device-import.secrets': {
    method: 'POST',
    path: '/api/v2/device-import/secrets',
    summary: 'The secrets of the devices of an accepted import, once',
    who: 'device.write',
    scope: 'own',
    effect: 'write',
    body: Type.Object({
      import_id: Text(64),
      /** Language of the headings; defaults to that of the caller's messages. */
      language: Type.Optional(Text(10)),
    }),
    answer: {
      data: Type.Object({ ...FileInside.properties, connection: BrokerAddress }),
    },
    tenantIds: [{ at: 'body.import_id', of: 'device-import', miss: 'not-found' }],
    example: { body: { import_id: '{device-import}', language: 'en' } },
  },
});
