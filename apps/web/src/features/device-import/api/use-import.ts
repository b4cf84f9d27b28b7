/**
 * Steps of an import: read, preview, accept, download the secrets. Each request has a longer
 * timeout than other requests; an acceptance without a response can be repeated, because it
 * registers only once.
 */
import { MAX_IMPORT_BYTES } from '@busbar/domain/device-import/import-limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/calls/api-client.ts';
import { ApiError, isApiError } from '../../../lib/calls/api-error.ts';
import { base64Of } from '../../../lib/calls/base64.ts';
import type { Answer } from '../../../lib/calls/call-types.ts';
import { refetchCalls } from '../../../lib/calls/use-call.ts';
import { downloadFile } from '../../../lib/download.ts';

export type Preview = Answer<'v2.device-import.preview'>['data'];

const TIMEOUT_MS = 60_000;
/** Session storage key of an accepted import until its secrets are downloaded; survives reloads. */
const STORAGE_KEY = 'busbar.import';

export interface Chosen {
  readonly fileName: string;
  readonly preview: Preview;
}

export interface Done {
  readonly importId: string;
  readonly registered: number | undefined;
}

export function useImport() {
  const { i18n } = useTranslation();
  const client = useQueryClient();
  const [chosen, setChosen] = useState<Chosen>();
  const [done, setDone] = useState<Done | undefined>(() => {
    const importId = sessionStorage.getItem(STORAGE_KEY);
    return importId === null ? undefined : { importId, registered: undefined };
  });

  const template = useMutation({
    mutationFn: (format: 'csv' | 'xlsx') =>
      call('v2.device-import.template', { query: { format, language: i18n.language } }),
    onSuccess: ({ data }) => downloadFile(data),
  });
  const read = useMutation({
    mutationFn: async (file: File) => {
      const content = await contentOf(file);
      const options = { timeoutMs: TIMEOUT_MS };
      const { data } = await call('v2.device-import.preview', { body: { content } }, options);
      return { fileName: file.name, preview: data };
    },
    onSuccess: setChosen,
  });
  const accept = useMutation({
    mutationFn: async (importId: string) => {
      const body = { import_id: importId };
      const options = { timeoutMs: TIMEOUT_MS };
      const { data } = await call('v2.device-import.accept', { body }, options);
      return { importId, registered: data.registered };
    },
    onSuccess: (accepted) => {
      sessionStorage.setItem(STORAGE_KEY, accepted.importId);
      setDone(accepted);
      setChosen(undefined);
      void refetchCalls(client, 'v2.devices', 'v2.device-map', 'v2.dashboard-now');
    },
    onError: (error) => {
      // The data has changed since the preview; the error contains the new preview.
      if (!isApiError(error) || error.reason !== 'import-changed') return;
      setChosen((old) => old && { ...old, preview: error.data as Preview });
    },
  });
  const secrets = useMutation({
    mutationFn: async (importId: string) => {
      const body = { import_id: importId, language: i18n.language };
      return (await call('v2.device-import.secrets', { body }, { timeoutMs: TIMEOUT_MS })).data;
    },
    onSuccess: (file) => {
      sessionStorage.removeItem(STORAGE_KEY);
      downloadFile(file);
    },
    onError: (error) => {
      // The first response may still be in transit and get lost, so the import remains available.
      if (!isApiError(error) || error.reason === 'import-secrets-under-way') return;
      if (error.kind === 'refused') sessionStorage.removeItem(STORAGE_KEY);
    },
  });

  return {
    chosen,
    done,
    template,
    read,
    accept,
    secrets,
    again: () => {
      setChosen(undefined);
      setDone(undefined);
      for (const one of [read, accept, secrets]) one.reset();
    },
  };
}

/** Applies the server's size limit before a long upload. */
async function contentOf(file: File): Promise<string> {
  if (file.size > MAX_IMPORT_BYTES) {
    throw new ApiError({
      kind: 'refused',
      status: 200,
      code: -1,
      msg: '',
      reason: 'import-too-large',
    });
  }
  return base64Of(new Uint8Array(await file.arrayBuffer()));
}
