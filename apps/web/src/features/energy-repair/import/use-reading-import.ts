/**
 * Import of old readings: a file is read with the chosen settings, read again when they change, and
 * sent once more to be accepted. An acceptance without a response can be repeated, because readings
 * are stored only once.
 */
import { MAX_IMPORT_BYTES } from '@busbar/domain/device-import/import-limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/calls/api-client.ts';
import { ApiError, isApiError } from '../../../lib/calls/api-error.ts';
import { base64Of } from '../../../lib/calls/base64.ts';
import type { Answer } from '../../../lib/calls/call-types.ts';
import { refetchLedger } from '../../../lib/calls/refetch-ledger.ts';

export type ReadingPreview = Answer<'v2.reading-import.preview'>['data'];

const OPTIONS = { timeoutMs: 60_000 };

export interface ImportSettings {
  readonly decimal_sign: 'point' | 'comma';
  readonly date_order: 'day-first' | 'month-first' | null;
  readonly time_marks: 'start' | 'end';
  readonly meter: 'same' | 'other';
  readonly leave_out: boolean;
}

const DEFAULTS: ImportSettings = {
  decimal_sign: 'point',
  date_order: null,
  time_marks: 'end',
  meter: 'same',
  leave_out: false,
};

interface ChosenFile {
  readonly name: string;
  /** Base64. */
  readonly content: string;
}

export function useReadingImport(device: string) {
  const client = useQueryClient();
  const [settings, setSettings] = useState(DEFAULTS);
  const [file, setFile] = useState<ChosenFile>();

  const read = useMutation({
    mutationFn: async (given: { file: ChosenFile; settings: ImportSettings }) => {
      const body = { device_code: device, content: given.file.content, ...given.settings };
      return (await call('v2.reading-import.preview', { body }, OPTIONS)).data;
    },
  });
  const choose = useMutation({
    mutationFn: async (chosen: File) => ({ name: chosen.name, content: await contentOf(chosen) }),
    onSuccess: (chosen) => {
      setFile(chosen);
      accept.reset();
      read.mutate({ file: chosen, settings });
    },
  });
  const accept = useMutation({
    mutationFn: async ({ mark, content }: { mark: string; content: string }) => {
      const body = { device_code: device, content, ...settings, mark };
      return (await call('v2.reading-import.accept', { body }, OPTIONS)).data;
    },
    onSuccess: () => void refetchLedger(client),
    onError: (error) => {
      const isOutdated = isApiError(error) && error.reason === 'reading-import-changed';
      if (isOutdated && file !== undefined) read.mutate({ file, settings });
    },
  });

  return {
    settings,
    file,
    choose,
    read,
    accept,
    change: (part: Partial<ImportSettings>) => {
      const next = { ...settings, ...part };
      setSettings(next);
      accept.reset();
      if (file !== undefined) read.mutate({ file, settings: next });
    },
  };
}

export type ReadingImportState = ReturnType<typeof useReadingImport>;

/** Applies the server's size limit before a long upload. */
async function contentOf(file: File): Promise<string> {
  if (file.size > MAX_IMPORT_BYTES) {
    const reason = 'import-too-large';
    throw new ApiError({ kind: 'refused', status: 200, code: -1, msg: '', reason });
  }
  return base64Of(new Uint8Array(await file.arrayBuffer()));
}
