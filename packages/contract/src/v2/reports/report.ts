/**
 * Reports as files (docs/specification/reports.md; docs/decisions.md 17 and 26). One call both
 * starts a report and returns its state: an identical request joins the existing task, `task_id`
 * polls it.
 */
import { Type } from 'typebox';
import { defineCalls } from '../../call.ts';
import { IdText, Nullable, Text, When } from '../../shapes.ts';

const ReportTask = Type.Object({
  task_id: Type.Integer(),
  /** Progress as an integer percentage. */
  progress: Type.Integer(),
  /** One of waiting, running, done, failed, cancelled, and expired (its file is deleted). */
  state: Type.String(),
  type: Type.String(),
  format: Type.String(),
  language: Type.String(),
  /** Span of the file, `YYYY-MM-DD HH:mm:ss` in the customer's time zone, half-open. */
  start: Type.String(),
  end: Type.String(),
  /** True if the span is shorter than requested; `note` explains it in the report's language. */
  cut: Type.Boolean(),
  note: Type.String(),
  /** Number of individually named devices; null for all devices of the group and below. */
  devices: Nullable(Type.Integer()),
  /** Parameters of the request, so that it can be repeated. */
  device_ids: Nullable(Type.Array(Type.Integer())),
  group_id: Type.Integer(),
  rows: Type.Integer(),
  /** Size of the file; null until the report is done. */
  bytes: Nullable(Type.Integer()),
  created_at: Type.Number(),
  ended_at: Nullable(Type.Number()),
  /** Reason of a failure: storage-full, too-large, interrupted, access-ended, failed; or empty. */
  failure: Type.String(),
  /** The failure as a message in the language of the report. */
  failure_text: Type.String(),
  /** For a finished report: file URL, valid for `expires_in` seconds in this session only. */
  url: Type.Optional(Type.String()),
  expires_in: Type.Optional(Type.Integer()),
});

export const reportCalls = defineCalls({
  'v2.report': {
    method: 'GET',
    path: '/api/v2/report',
    summary: 'Start a report, or ask how far it is; finished, it answers a link that lives 10 s',
    who: 'report.make',
    scope: 'own',
    effect: 'write',
    query: Type.Object({
      /** Selects an existing task; the other fields are then ignored. */
      task_id: Type.Optional(IdText),
      /** One of alarm, energy, bill and parameter. */
      type: Type.Optional(Text(20)),
      /** A day `YYYY-MM-DD`, with an inclusive end, or an instant of a half-open span. */
      start: Type.Optional(When),
      end: Type.Optional(When),
      /** Codes or ids, comma-separated; absent or empty for every device of the group and below. */
      device_codes: Type.Optional(Text(12_000)),
      group_id: Type.Optional(IdText),
      /** csv or xlsx; defaults to csv. */
      format: Type.Optional(Text(20)),
      /** Language of the labels in the file; defaults to that of the caller's messages. */
      language: Type.Optional(Text(10)),
    }),
    answer: { data: ReportTask },
    tenantIds: [
      { at: 'query.task_id', of: 'report', miss: 'not-found' },
      { at: 'query.device_codes', of: 'device', miss: 'not-found' },
      { at: 'query.group_id', of: 'group', miss: 'not-found' },
    ],
    example: {
      query: {
        type: 'energy',
        start: '2026-11-01',
        end: '2026-11-10',
        device_codes: '{device}',
        group_id: '{group}',
        format: 'csv',
      },
    },
  },
  'v2.reports': {
    method: 'GET',
    path: '/api/v2/reports',
    summary: 'The own reports of the last day, newest first',
    who: 'report.make',
    scope: 'own',
    effect: 'read',
    answer: { data: Type.Object({ list: Type.Array(ReportTask), total: Type.Integer() }) },
    tenantIds: [],
    example: {},
  },
  'v2.report.cancel': {
    method: 'DELETE',
    path: '/api/v2/report/:id',
    summary: 'Stop an own report, or take the file of a finished one away',
    who: 'report.make',
    scope: 'own',
    effect: 'write',
    params: Type.Object({ id: IdText }),
    answer: { data: ReportTask },
    tenantIds: [{ at: 'params.id', of: 'report', miss: 'not-found' }],
    example: { params: { id: '{report}' } },
  },
  /**
   * The link that `v2.report` returns. A browser follows it without the authorization header, so
   * the signed link is only valid together with the session for which it was created: its cookie,
   * or its token. After ten seconds the link only allows a started download to resume: a range
   * request with the tag of the response.
   */
  'v2.report.file': {
    method: 'GET',
    path: '/api/v2/report/:id/file',
    summary: 'The file of a report, by the link of its owner; takes a byte range',
    who: 'public',
    scope: 'platform',
    effect: 'read',
    params: Type.Object({ id: IdText }),
    query: Type.Object({
      /** Epoch ms. */
      expires: Type.Optional(Text(20)),
      signature: Type.Optional(Text(100)),
    }),
    answer: {},
    file: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    tenantIds: [{ at: 'params.id', of: 'report', miss: 'not-found' }],
    example: { params: { id: '{report}' }, query: { expires: '1', signature: 'none' } },
  },
});
