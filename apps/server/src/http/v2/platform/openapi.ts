/** The OpenAPI document: created once, the same for all callers. */
import { gzipSync } from 'node:zlib';
import type { CallSpec } from '@busbar/contract/call';
import { CATALOGUE } from '@busbar/contract/catalogue';
import { type OpenApiDocument, openApiDocument } from '@busbar/contract/openapi';
import type { openApiCalls } from '@busbar/contract/v2/platform/openapi';
import { REFUSALS } from '@busbar/domain/refusal';
import { VERSION } from '../../../version.ts';
import type { HandlersOf } from '../../calls/handler.ts';
import { REFUSAL_ANSWERS } from '../../responses/errors.ts';

export function describeCalls(): OpenApiDocument {
  const refusals = REFUSALS.map((reason) => {
    const { code, status, text } = REFUSAL_ANSWERS[reason];
    return { reason, code, status, text };
  });
  return openApiDocument(CATALOGUE as readonly CallSpec[], { version: VERSION, refusals });
}

let written: { readonly content: Buffer; readonly gzip: Buffer } | undefined;

/** Creates the document: half a megabyte of text, which gzip compresses to a tenth. */
function write(): { readonly content: Buffer; readonly gzip: Buffer } {
  const content = Buffer.from(JSON.stringify(describeCalls()));
  return { content, gzip: gzipSync(content) };
}

export function openApiHandlers(): HandlersOf<typeof openApiCalls> {
  return {
    'v2.openapi': async () => {
      written ??= write();
      return {
        bytes: {
          ...written,
          contentType: 'application/openapi+json; version=3.1',
          name: 'openapi.json',
        },
      };
    },
  };
}
