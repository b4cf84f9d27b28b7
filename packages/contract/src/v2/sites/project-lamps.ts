/**
 * Lamp groups of a project: lamps behind one device (docs/specification/projects.md 1.2;
 * docs/decisions.md 26).
 */
import { Type } from 'typebox';
import { defineCalls } from '../../call.ts';
import { Id, IdText, Nullable, Text } from '../../shapes.ts';

const DimmedPeriod = Type.Object({
  /** `HH:mm`; spans midnight if `to` is before `from`. */
  from: Text(5),
  to: Text(5),
  /** In percent. */
  level: Type.Integer(),
});

export const LampGroupRow = Type.Object({
  id: Type.Integer(),
  project_id: Type.Integer(),
  name: Type.String(),
  device_code: Type.String(),
  lamp_count: Type.Integer(),
  /** Rated power of one lamp, kW. */
  lamp_power: Type.Number(),
  /** Deviation from the scheduled power, in percent, that is not reported. */
  error_range: Type.Number(),
  /** Positions in BD-09 and WGS-84; null if neither group nor device has a position. */
  lng: Nullable(Type.Number()),
  lat: Nullable(Type.Number()),
  lng_t: Nullable(Type.Number()),
  lat_t: Nullable(Type.Number()),
  in_use: Type.Boolean(),
  device_id: Type.Integer(),
  device_name: Type.String(),
  /** One of led, sodium, metalHalide, mercury, fluorescent and halogen. */
  lamp_kind: Type.String(),
  /** One of A, B and C; empty for all phases of the device. */
  phase: Type.String(),
  /** The schedule of the lamps: sun, clock or switch. */
  burn_rule: Type.String(),
  /** `HH:mm`, for rule `clock`. */
  on_time: Nullable(Type.String()),
  off_time: Nullable(Type.String()),
  /** Minutes after sunset and sunrise, for rule `sun`. */
  on_offset: Type.Integer(),
  off_offset: Type.Integer(),
  dimmed: Type.Array(DimmedPeriod),
  /** True if the coordinates are those of the device, because the group has none. */
  position_of_device: Type.Boolean(),
  /** True if one failed lamp cannot be detected: 1 / lamps is not above the error range. */
  one_lamp_hidden: Type.Boolean(),
  /** Sum of the rated powers, kW. */
  installed_power: Type.Number(),
});

const ONE = { at: 'params.id', of: 'lamp-group', miss: 'not-found' } as const;

/** A number, or a number as text; any other text is refused with a message that names the field. */
const Figure = Nullable(Type.Union([Type.Number(), Type.String({ maxLength: 32 })]));

const Fields = {
  name: Type.Optional(Nullable(Text(100))),
  /** Id or code. */
  device_code: Type.Optional(Nullable(Id)),
  lamp_count: Type.Optional(Figure),
  /** kW. */
  lamp_power: Type.Optional(Figure),
  /** In percent; defaults to 5 for a new group. */
  error_range: Type.Optional(Figure),
  /**
   * One pair of coordinates is enough. Null or empty selects the position of the device; absent
   * does so for a new group, and otherwise leaves the position unchanged.
   */
  lng: Type.Optional(Figure),
  lat: Type.Optional(Figure),
  lng_t: Type.Optional(Figure),
  lat_t: Type.Optional(Figure),
  in_use: Type.Optional(Type.Boolean()),
  lamp_kind: Type.Optional(Text(20)),
  phase: Type.Optional(Text(1)),
  burn_rule: Type.Optional(Text(20)),
  on_time: Type.Optional(Nullable(Text(5))),
  off_time: Type.Optional(Nullable(Text(5))),
  on_offset: Type.Optional(Figure),
  off_offset: Type.Optional(Figure),
  dimmed: Type.Optional(Type.Array(DimmedPeriod, { maxItems: 20 })),
};

export const projectLampCalls = defineCalls({
  'v2.device-lamps': {
    method: 'GET',
    path: '/api/v2/device-lamps',
    summary: 'Lamp groups of a project, by name',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    query: Type.Object({
      /** If absent, the lamp groups of all projects are returned. */
      project_id: Type.Optional(IdText),
      pn: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
      /** Defaults to 1,000. */
      ps: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
    }),
    answer: { data: Type.Object({ list: Type.Array(LampGroupRow), total: Type.Integer() }) },
    tenantIds: [{ at: 'query.project_id', of: 'project', miss: 'not-found' }],
    example: { query: { project_id: '{project}' } },
  },
  'v2.device-lamp': {
    method: 'GET',
    path: '/api/v2/device-lamp/:id',
    summary: 'One lamp group',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    params: Type.Object({ id: IdText }),
    answer: { data: LampGroupRow },
    tenantIds: [ONE],
    example: { params: { id: '{lamp-group}' } },
  },
  'v2.device-lamp.add': {
    method: 'POST',
    path: '/api/v2/device-lamp',
    summary: 'Add a lamp group to a project; a device has one group at most',
    who: 'project.write',
    scope: 'own',
    effect: 'write',
    body: Type.Object({ project_id: Type.Optional(Nullable(Id)), ...Fields }),
    answer: { data: LampGroupRow },
    tenantIds: [
      { at: 'body.project_id', of: 'project', miss: 'not-found' },
      { at: 'body.device_code', of: 'device', miss: 'not-found' },
    ],
    example: {
      body: {
        project_id: '{project}',
        name: 'Pier, north side',
        device_code: '{device}',
        lamp_count: 24,
        lamp_power: 0.15,
        error_range: 3,
        lng_t: 121.47,
        lat_t: 31.23,
        in_use: true,
      },
    },
  },
  'v2.device-lamp.change': {
    method: 'PUT',
    path: '/api/v2/device-lamp/:id',
    summary: 'Change a lamp group; what is absent stays as it is',
    who: 'project.write',
    scope: 'own',
    effect: 'write',
    params: Type.Object({ id: IdText }),
    body: Type.Object(Fields),
    answer: { data: LampGroupRow },
    tenantIds: [ONE, { at: 'body.device_code', of: 'device', miss: 'not-found' }],
    example: {
      params: { id: '{lamp-group}' },
      body: { name: 'Pier, south side', device_code: '{device}', lamp_count: 30, lamp_power: 0.1 },
    },
  },
  'v2.device-lamp.delete': {
    method: 'DELETE',
    path: '/api/v2/device-lamp/:id',
    summary: 'Take a lamp group out of its project; the device stays',
    who: 'project.write',
    scope: 'own',
    effect: 'write',
    params: Type.Object({ id: IdText }),
    answer: {},
    tenantIds: [ONE],
    example: { params: { id: '{lamp-group}' } },
  },
});
