/** v2 calls for the import of devices from a file. */

import type { deviceImportCalls } from '@busbar/contract/v2/onboarding/device-import';
import {
  type CreatedFile,
  importTemplate,
  languageOf,
  secretsFile,
} from '../../../areas/onboarding/device-import/import-files.ts';
import {
  acceptImport,
  type ImportPreview,
  previewImport,
  takeSecrets,
} from '../../../areas/onboarding/device-import/import-service.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';
import { presentConnection } from '../../present/present-connection.ts';
import { REFUSAL_MESSAGES } from '../../responses/errors.ts';

const MAX_PROBLEMS = 500;
const MAX_DEVICES = 100;

export function deviceImportHandlers(ctx: Context): HandlersOf<typeof deviceImportCalls> {
  return {
    'v2.device-import.template': async ({ query, caller }) => {
      const { format, language } = query;
      const template = await importTemplate(ctx, caller, { format, language });
      return template.ok ? { data: presentFile(template.value) } : template;
    },
    'v2.device-import.preview': async ({ body, caller }) => {
      const preview = await previewImport(ctx, caller, body.content);
      return preview.ok ? { data: presentPreview(preview.value) } : preview;
    },
    'v2.device-import.accept': async ({ body, caller }) => {
      const accepted = await acceptImport(ctx, caller, body.import_id);
      if (accepted.ok) return { data: accepted.value, msg: REFUSAL_MESSAGES.saved };
      if (!('now' in accepted)) return accepted;
      const { now, ...refused } = accepted;
      return now.ok ? { ...refused, data: presentPreview(now.value) } : now;
    },
    'v2.device-import.secrets': async ({ body, caller, facts }) => {
      const language = await languageOf(ctx, caller, body.language);
      if (!language.ok) return language;
      const taken = await takeSecrets(ctx, caller, body.import_id);
      if (!taken.ok) return taken;
      const { rows, sent, giveBack, forget } = taken.value;
      const withLog = (what: () => Promise<void>) => () => {
        what().catch((err: unknown) =>
          ctx.log.error({ err }, 'the secrets of an import could not be updated'),
        );
      };
      facts.onDelivery({ sent: withLog(sent), arrived: withLog(forget), lost: withLog(giveBack) });
      const file = secretsFile(language.value, rows);
      return { data: { ...presentFile(file), connection: presentConnection(ctx.config) } };
    },
  };
}

function presentFile({ name, contentType, bytes }: CreatedFile) {
  const content = Buffer.from(bytes).toString('base64');
  return { file_name: name, content_type: contentType, content };
}

function presentPreview({ file, devices, problems, stored, names }: ImportPreview) {
  const kinds: Record<string, number> = {};
  for (const { kind } of devices) kinds[kind] = (kinds[kind] ?? 0) + 1;
  return {
    import_id: stored?.importId ?? null,
    expires_at: stored?.expiresAt ?? null,
    format: file.format,
    rows: file.rows.length,
    good: devices.length,
    examples: file.examples,
    passed_over: [...file.passedOver],
    problem_count: problems.length,
    problems: problems.slice(0, MAX_PROBLEMS).map((problem) => ({
      row: problem.line,
      column: problem.column,
      reason: problem.reason,
      value: problem.value.slice(0, 200),
      other_row: problem.otherLine ?? null,
    })),
    kinds,
    devices: devices.slice(0, MAX_DEVICES).map((device) => ({
      row: device.line,
      device_code: device.code,
      device_name: device.name,
      device_type: names.types.get(device.typeId) ?? '',
      kind: device.kind,
      group_name: names.groups.get(device.groupId) ?? '',
      rate_name: names.rates.get(device.rateId) ?? '',
      address: device.address,
    })),
  };
}
